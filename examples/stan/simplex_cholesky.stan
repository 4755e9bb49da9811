// A multivariate normal with an LKJ prior on its correlations, and a Dirichlet-multinomial for counts of categories.
data {
  int<lower=1> N, D, G, C;
  array[N] vector[D] y;
  array[G, C] int<lower=0> counts;
}
parameters {
  vector[D] mu;
  vector<lower=0>[D] sigma;
  cholesky_factor_corr[D] L;
  simplex[C] p;
  real<lower=0> kappa;
}
model {
  mu ~ normal(0, 3);
  sigma ~ normal(0, 2);
  L ~ lkj_corr_cholesky(2);
  y ~ multi_normal_cholesky(mu, diag_pre_multiply(sigma, L));
  p ~ dirichlet(rep_vector(2, C));
  kappa ~ lognormal(3, 1);
  for (g in 1 : G) {
    counts[g] ~ dirichlet_multinomial(kappa * p);
  }
}
generated quantities {
  corr_matrix[D] Omega = multiply_lower_tri_self_transpose(L);
}
