// Ordered logistic regression: answers on a scale of K steps, cut points in order.
data {
  int<lower=1> N, D;
  int<lower=2> K;
  matrix[N, D] x;
  array[N] int<lower=1, upper=K> y;
}
parameters {
  vector[D] beta;
  ordered[K - 1] cut;
}
model {
  beta ~ normal(0, 2);
  cut ~ normal(0, 3);
  y ~ ordered_logistic(x * beta, cut);
}
