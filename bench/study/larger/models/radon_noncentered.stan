// The model of radon_centered with its data, the effects of the counties non-centred.
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
  matrix[J, 2] z;
}
transformed parameters {
  matrix[J, 2] u = z * diag_pre_multiply(tau, L)';
}
model {
  b ~ normal(0, 2);
  gamma ~ normal(0, 1);
  tau ~ normal(0, 1);
  L ~ lkj_corr_cholesky(2);
  sigma ~ normal(0, 1);
  to_vector(z) ~ std_normal();
  vector[J] intercept = b[1] + gamma * soil + u[ : , 1];
  vector[J] slope = b[2] + u[ : , 2];
  y ~ normal(intercept[county] + slope[county] .* x, sigma);
}
