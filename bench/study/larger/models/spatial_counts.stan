// Counts on a map: the log relative risk is a mixture of a structured (intrinsic autoregression) and an unstructured effect,
// both scaled to unit variance.
data {
  int<lower=1> N, E;
  array[E] int<lower=1, upper=N> from, to;
  real<lower=0> scaling;
  vector[N] x, log_expected;
  array[N] int<lower=0> y;
}
parameters {
  real alpha, beta;
  real<lower=0> sigma;
  real<lower=0, upper=1> rho;
  vector[N] structured, unstructured;
}
model {
  alpha ~ normal(0, 2);
  beta ~ normal(0, 1);
  sigma ~ normal(0, 1);
  rho ~ beta(2, 2);
  target += -0.5 * dot_self(structured[from] - structured[to]);
  mean(structured) ~ normal(0, 0.01);
  unstructured ~ std_normal();
  y ~ poisson_log(log_expected + alpha + beta * x
                  + sigma * (sqrt(rho / scaling) * structured + sqrt(1 - rho) * unstructured));
}
