// Lotka-Volterra: predator and prey by an ordinary differential equation, observed with lognormal errors.
functions {
  vector lotka_volterra(real t, vector z, real alpha, real beta, real gamma, real delta) {
    return [(alpha - beta * z[2]) * z[1], (delta * z[1] - gamma) * z[2]]';
  }
}
data {
  int<lower=1> T;
  array[T] real<lower=0> t;
  array[T] vector<lower=0>[2] y;
}
parameters {
  real<lower=0> alpha, beta, gamma, delta;
  vector<lower=0>[2] z0;
  real<lower=0> sigma;
}
transformed parameters {
  // Few steps at most: parameters so far out that they need more are rejected rather than waited for.
  array[T] vector[2] z = ode_rk45_tol(lotka_volterra, z0, 0, t, 1e-6, 1e-6, 1000, alpha, beta, gamma, delta);
}
model {
  {alpha, gamma} ~ lognormal(log(0.7), 0.5);
  {beta, delta} ~ lognormal(log(0.1), 0.7);
  z0 ~ lognormal(log(10), 1);
  sigma ~ lognormal(-1.5, 0.7);
  for (n in 1 : T) {
    y[n] ~ lognormal(log(z[n]), sigma);
  }
}
