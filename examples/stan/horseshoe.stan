// Regularised horseshoe: linear regression of which few predictors matter, the slab of a width to be learnt.
// Funnels and coefficients with two modes: no Gaussian fits them all.
data {
  int<lower=1> N, D;
  matrix[N, D] x;
  vector[N] y;
  real<lower=0> relevant; // expected number of predictors that matter
}
parameters {
  real alpha;
  real<lower=0> sigma;
  real<lower=0> tau;
  real<lower=0> c2;
  vector<lower=0>[D] lambda;
  vector[D] z;
}
transformed parameters {
  vector[D] lambda_slab = sqrt(c2 * square(lambda) ./ (c2 + square(tau * lambda)));
  vector[D] beta = tau * lambda_slab .* z;
}
model {
  alpha ~ normal(0, 2);
  sigma ~ normal(0, 2);
  tau ~ student_t(3, 0, relevant / (D - relevant) * sigma / sqrt(N));
  c2 ~ inv_gamma(4, 8);
  lambda ~ student_t(3, 0, 1);
  z ~ std_normal();
  y ~ normal_id_glm(x, alpha, beta, sigma);
}
