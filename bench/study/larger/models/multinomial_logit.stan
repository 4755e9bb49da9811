// Multinomial logit regression; the last category is the reference.
data {
  int<lower=1> N, P;
  int<lower=2> K;
  matrix[N, P] x;
  array[N] int<lower=1, upper=K> y;
}
parameters {
  vector[K - 1] alpha;
  real<lower=0> tau;
  matrix[P, K - 1] beta;
}
model {
  alpha ~ normal(0, 2);
  tau ~ normal(0, 1);
  to_vector(beta) ~ normal(0, tau);
  y ~ categorical_logit_glm(x, append_row(alpha, 0), append_col(beta, rep_vector(0, P)));
}
