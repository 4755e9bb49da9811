// Poisson regression of counts on exposures, with a varying rate for each group.
data {
  int<lower=1> N, J;
  vector[N] x;
  vector<lower=0>[N] exposure;
  array[N] int<lower=1, upper=J> group;
  array[N] int<lower=0> y;
}
transformed data {
  vector[N] log_exposure = log(exposure);
}
parameters {
  real alpha;
  real beta;
  real<lower=0> tau;
  vector[J] z;
}
transformed parameters {
  vector[N] log_rate = log_exposure + alpha + beta * x + tau * z[group];
}
model {
  alpha ~ normal(0, 2);
  beta ~ normal(0, 1);
  tau ~ normal(0, 1);
  z ~ std_normal();
  y ~ poisson_log(log_rate);
}
generated quantities {
  array[N] int y_rep = poisson_log_rng(log_rate);
}
