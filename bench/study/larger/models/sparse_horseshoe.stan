// Sparse regression on 150 columns: a regularised horseshoe with local scales of three degrees of freedom.
data {
  int<lower=1> N, P;
  matrix[N, P] x;
  vector[N] y;
  real<lower=0> scale_global;
}
parameters {
  real alpha;
  real<lower=0> sigma, tau, slab;
  vector<lower=0>[P] lambda;
  vector[P] z;
}
model {
  alpha ~ normal(0, 3);
  sigma ~ normal(0, 2);
  tau ~ student_t(3, 0, scale_global);
  slab ~ inv_gamma(2, 8);
  lambda ~ student_t(3, 0, 1);
  z ~ std_normal();
  vector[P] shrunk = sqrt(slab * square(lambda) ./ (slab + square(tau) * square(lambda)));
  y ~ normal(alpha + x * (tau * shrunk .* z), sigma);
}
