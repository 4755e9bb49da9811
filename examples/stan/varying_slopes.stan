// Linear regression whose intercept and slope vary by group and are correlated (LKJ prior, non-centred).
data {
  int<lower=1> N, J;
  vector[N] x;
  array[N] int<lower=1, upper=J> group;
  vector[N] y;
}
parameters {
  vector[2] b;
  vector<lower=0>[2] tau;
  cholesky_factor_corr[2] L;
  matrix[2, J] z;
  real<lower=0> sigma;
}
transformed parameters {
  matrix[2, J] u = diag_pre_multiply(tau, L) * z;
}
model {
  b ~ normal(0, 2);
  tau ~ normal(0, 1);
  L ~ lkj_corr_cholesky(2);
  to_vector(z) ~ std_normal();
  sigma ~ exponential(1);
  y ~ normal(b[1] + u[1, group]' + (b[2] + u[2, group]') .* x, sigma);
}
generated quantities {
  real rho = L[2, 1];
}
