// Local level series: a random walk seen with noise.
data {
  int<lower=2> T;
  vector[T] y;
}
parameters {
  real<lower=0> sd_level, sd_noise;
  vector[T] level;
}
model {
  sd_level ~ normal(0, 1);
  sd_noise ~ normal(0, 1);
  level[1] ~ normal(0, 5);
  level[2 : T] ~ normal(level[1 : T - 1], sd_level);
  y ~ normal(level, sd_noise);
}
