// Stochastic volatility: the log variance h of a return is a stationary autoregression, centred.
data {
  int<lower=2> T;
  vector[T] y;
}
parameters {
  real mu;
  real<lower=-1, upper=1> phi;
  real<lower=0> sigma;
  vector[T] h;
}
model {
  mu ~ normal(0, 2);
  (phi + 1) / 2 ~ beta(20, 1.5);
  sigma ~ normal(0, 0.5);
  h[1] ~ normal(mu, sigma / sqrt(1 - square(phi)));
  h[2 : T] ~ normal(mu + phi * (h[1 : T - 1] - mu), sigma);
  y ~ normal(0, exp(h / 2));
}
