// Overdispersed counts: negative binomial regression with varying intercepts and slopes, non-centred.
data {
  int<lower=1> N, J;
  array[N] int<lower=1, upper=J> group;
  vector[N] x;
  array[N] int<lower=0> y;
}
parameters {
  vector[2] b;
  vector<lower=0>[2] tau;
  real<lower=0> size;
  vector<offset=b[1], multiplier=tau[1]>[J] intercept;
  vector<offset=b[2], multiplier=tau[2]>[J] slope;
}
model {
  b ~ normal(0, 2);
  tau ~ normal(0, 1);
  size ~ gamma(2, 0.5);
  intercept ~ normal(b[1], tau[1]);
  slope ~ normal(b[2], tau[2]);
  y ~ neg_binomial_2_log(intercept[group] + slope[group] .* x, size);
}
