// Additive model: penalised B-splines of several inputs, their coefficients a random walk; columns of a basis are centred.
data {
  int<lower=1> N, F, B;
  array[F] matrix[N, B] basis;
  vector[N] y;
}
parameters {
  real alpha;
  vector<lower=0>[F] tau;
  real<lower=0> sigma;
  matrix[B, F] z;
}
model {
  alpha ~ normal(0, 3);
  tau ~ normal(0, 1);
  sigma ~ normal(0, 1);
  to_vector(z) ~ std_normal();
  vector[N] mean = rep_vector(alpha, N);
  for (f in 1 : F) {
    mean += basis[f] * (tau[f] * cumulative_sum(z[ : , f]));
  }
  y ~ normal(mean, sigma);
}
