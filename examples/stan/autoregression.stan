// Autoregression of order P around a constant, given the first P observations.
data {
  int<lower=1> P;
  int<lower=P + 1> N;
  vector[N] y;
}
transformed data {
  matrix[N - P, P] lagged;
  for (p in 1 : P) {
    lagged[ : , p] = y[P + 1 - p : N - p];
  }
}
parameters {
  real alpha;
  vector[P] beta;
  real<lower=0> sigma;
}
model {
  alpha ~ normal(0, 2);
  beta ~ normal(0, 0.5);
  sigma ~ exponential(1);
  y[P + 1 : N] ~ normal_id_glm(lagged, alpha, beta, sigma);
}
generated quantities {
  real y_next = normal_rng(alpha + dot_product(beta, reverse(y[N - P + 1 : N])), sigma);
}
