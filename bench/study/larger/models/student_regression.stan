// Robust regression on 200 columns: Student errors with unknown degrees of freedom, a common scale of the coefficients.
data {
  int<lower=1> N, P;
  matrix[N, P] x;
  vector[N] y;
}
parameters {
  real alpha;
  real<lower=0> tau, sigma;
  real<lower=1> nu;
  vector[P] beta;
}
model {
  alpha ~ normal(0, 3);
  tau ~ normal(0, 1);
  sigma ~ normal(0, 2);
  nu ~ gamma(2, 0.1);
  beta ~ normal(0, tau);
  y ~ student_t(nu, alpha + x * beta, sigma);
}
