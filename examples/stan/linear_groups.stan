// Linear regression with a varying intercept for each group.
data {
  int<lower=1> N, J, K;
  matrix[N, K] x;
  array[N] int<lower=1, upper=J> group;
  vector[N] y;
}
parameters {
  real alpha;
  vector[K] beta;
  real<lower=0> tau;
  real<lower=0> sigma;
  vector<multiplier=tau>[J] u;
}
model {
  alpha ~ normal(0, 5);
  beta ~ normal(0, 2.5);
  tau ~ normal(0, 2);
  sigma ~ exponential(1);
  u ~ normal(0, tau);
  y ~ normal_id_glm(x, alpha + u[group], beta, sigma);
}
generated quantities {
  array[N] real y_rep = normal_rng(alpha + u[group] + x * beta, sigma);
}
