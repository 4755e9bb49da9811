// The model of volatility_centered with its data, the innovations of the log variance standardised.
data {
  int<lower=2> T;
  vector[T] y;
}
parameters {
  real mu;
  real<lower=-1, upper=1> phi;
  real<lower=0> sigma;
  vector[T] z;
}
transformed parameters {
  vector[T] h = sigma * z;
  h[1] /= sqrt(1 - square(phi));
  for (t in 2 : T) {
    h[t] += phi * h[t - 1];
  }
  h += mu;
}
model {
  mu ~ normal(0, 2);
  (phi + 1) / 2 ~ beta(20, 1.5);
  sigma ~ normal(0, 0.5);
  z ~ std_normal();
  y ~ normal(0, exp(h / 2));
}
