// Many short series, each a first-order autoregression with a level, a persistence and a variance of its own; centred.
data {
  int<lower=2> T;
  int<lower=1> S;
  array[T] vector[S] y;
}
parameters {
  vector[3] mu;
  vector<lower=0>[3] tau;
  vector[S] level, persistence, log_sd;
}
model {
  mu ~ normal(0, 1);
  tau ~ normal(0, 1);
  level ~ normal(mu[1], tau[1]);
  persistence ~ normal(mu[2], tau[2]);
  log_sd ~ normal(mu[3], tau[3]);
  vector[S] phi = tanh(persistence);
  vector[S] sigma = exp(log_sd);
  for (t in 2 : T) {
    y[t] ~ normal(level + phi .* (y[t - 1] - level), sigma);
  }
}
