// Yes or no at places in the plane, the logit a Gaussian process: sines on [-E, E]^2, weighted by the spectral density of
// the squared exponential kernel.
data {
  int<lower=1> N, M;
  real<lower=0> E;
  matrix[N, 2] place;
  array[N] int<lower=0, upper=1> y;
}
transformed data {
  matrix[N, M * M] basis;
  vector[M * M] frequency; // squared
  for (i in 1 : M) {
    for (j in 1 : M) {
      int k = (i - 1) * M + j;
      vector[N] a = sin(i * pi() / (2 * E) * (place[ : , 1] + E));
      vector[N] b = sin(j * pi() / (2 * E) * (place[ : , 2] + E));
      basis[ : , k] = a .* b / E;
      frequency[k] = square(i * pi() / (2 * E)) + square(j * pi() / (2 * E));
    }
  }
}
parameters {
  real mu;
  real<lower=0> length, amplitude;
  vector[M * M] z;
}
model {
  mu ~ normal(0, 2);
  length ~ inv_gamma(5, 2);
  amplitude ~ normal(0, 1.5);
  z ~ std_normal();
  vector[M * M] scale = amplitude * length * sqrt(2 * pi()) * exp(-0.25 * square(length) * frequency);
  y ~ bernoulli_logit(mu + basis * (scale .* z));
}
