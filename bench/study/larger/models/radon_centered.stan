// A measurement in houses of many counties: correlated varying intercepts and slopes, a county predictor; centred.
data {
  int<lower=1> N, J;
  array[N] int<lower=1, upper=J> county;
  vector[N] x, y;
  vector[J] soil;
}
parameters {
  vector[2] b;
  real gamma;
  vector<lower=0>[2] tau;
  cholesky_factor_corr[2] L;
  real<lower=0> sigma;
  array[J] vector[2] u;
}
model {
  b ~ normal(0, 2);
  gamma ~ normal(0, 1);
  tau ~ normal(0, 1);
  L ~ lkj_corr_cholesky(2);
  sigma ~ normal(0, 1);
  u ~ multi_normal_cholesky(rep_vector(0, 2), diag_pre_multiply(tau, L));
  vector[J] intercept = b[1] + gamma * soil + to_vector(u[ : , 1]);
  vector[J] slope = b[2] + to_vector(u[ : , 2]);
  y ~ normal(intercept[county] + slope[county] .* x, sigma);
}
