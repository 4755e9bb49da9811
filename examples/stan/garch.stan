// GARCH(1,1): the variance of a return follows the last squared return and the last variance.
data {
  int<lower=2> T;
  vector[T] y;
}
parameters {
  real mu;
  real<lower=0> omega;
  real<lower=0, upper=1> alpha;
  real<lower=0, upper=1 - alpha> beta;
}
transformed parameters {
  vector<lower=0>[T] h;
  h[1] = omega / (1 - alpha - beta);
  for (t in 2 : T) {
    h[t] = omega + alpha * square(y[t - 1] - mu) + beta * h[t - 1];
  }
}
model {
  mu ~ normal(0, 1);
  omega ~ normal(0, 1);
  alpha ~ beta(2, 5);
  beta ~ beta(4, 2);
  y ~ normal(mu, sqrt(h));
}
