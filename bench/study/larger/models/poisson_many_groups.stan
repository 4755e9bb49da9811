// Poisson counts with exposures in 300 groups, the group's log rate explained by a predictor; centred.
data {
  int<lower=1> N, J;
  array[N] int<lower=1, upper=J> group;
  vector[N] log_exposure;
  vector[J] w;
  array[N] int<lower=0> y;
}
parameters {
  real alpha, beta;
  real<lower=0> tau;
  vector[J] rate;
}
model {
  alpha ~ normal(0, 2);
  beta ~ normal(0, 1);
  tau ~ normal(0, 1);
  rate ~ normal(alpha + beta * w, tau);
  y ~ poisson_log(log_exposure + rate[group]);
}
