// Weibull survival regression with right-censored times.
data {
  int<lower=0> N, M, K;
  matrix[N, K] x;
  vector<lower=0>[N] t; // observed times
  matrix[M, K] x_censored;
  vector<lower=0>[M] t_censored;
}
parameters {
  real alpha;
  vector[K] beta;
  real<lower=0> shape;
}
model {
  alpha ~ normal(0, 3);
  beta ~ normal(0, 1);
  shape ~ lognormal(0, 0.5);
  t ~ weibull(shape, exp(alpha + x * beta));
  target += weibull_lccdf(t_censored | shape, exp(alpha + x_censored * beta));
}
