// Poisson counts along a line, their log rate a latent Gaussian process (squared exponential, exact).
data {
  int<lower=1> N;
  array[N] real x;
  array[N] int<lower=0> y;
}
parameters {
  real mu;
  real<lower=0> length, amplitude;
  vector[N] z;
}
model {
  mu ~ normal(0, 2);
  length ~ inv_gamma(5, 5);
  amplitude ~ normal(0, 1);
  z ~ std_normal();
  matrix[N, N] K = add_diag(gp_exp_quad_cov(x, amplitude, length), 1e-6);
  y ~ poisson_log(mu + cholesky_decompose(K) * z);
}
