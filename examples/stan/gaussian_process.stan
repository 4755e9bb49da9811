// Latent Gaussian process for counts along a line: squared exponential kernel, Poisson observations.
data {
  int<lower=1> N;
  array[N] real x;
  array[N] int<lower=0> y;
}
parameters {
  real mu;
  real<lower=0> ell;
  real<lower=0> alpha;
  vector[N] z;
}
transformed parameters {
  vector[N] f;
  {
    matrix[N, N] K = add_diag(gp_exp_quad_cov(x, alpha, ell), 1e-6);
    f = mu + cholesky_decompose(K) * z;
  }
}
model {
  mu ~ normal(1, 1);
  ell ~ inv_gamma(5, 5);
  alpha ~ normal(0, 1);
  z ~ std_normal();
  y ~ poisson_log(f);
}
