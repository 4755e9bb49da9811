// Logistic regression with a varying intercept for each group.
data {
  int<lower=1> N, J, K;
  matrix[N, K] x;
  array[N] int<lower=1, upper=J> group;
  array[N] int<lower=0, upper=1> y;
}
parameters {
  real alpha;
  vector[K] beta;
  real<lower=0> tau;
  vector[J] z;
}
transformed parameters {
  vector[J] u = tau * z;
}
model {
  alpha ~ normal(0, 2.5);
  beta ~ normal(0, 2.5);
  tau ~ normal(0, 1);
  z ~ std_normal();
  y ~ bernoulli_logit_glm(x, alpha + u[group], beta);
}
generated quantities {
  vector[N] log_lik;
  vector[N] eta = alpha + u[group] + x * beta;
  for (n in 1 : N) {
    log_lik[n] = bernoulli_logit_lpmf(y[n] | eta[n]);
  }
}
