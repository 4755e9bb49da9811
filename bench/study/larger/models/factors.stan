// Confirmatory factor model: each item loads on one of three correlated factors of unit variance, with a positive loading.
data {
  int<lower=1> N, I, F;
  array[I] int<lower=1, upper=F> factor;
  array[I] vector[N] y;
}
parameters {
  vector[I] nu;
  vector<lower=0>[I] loading, sigma;
  cholesky_factor_corr[F] L;
  matrix[N, F] z;
}
model {
  nu ~ normal(0, 2);
  loading ~ normal(0, 1);
  sigma ~ normal(0, 1);
  L ~ lkj_corr_cholesky(2);
  to_vector(z) ~ std_normal();
  matrix[N, F] score = z * L';
  for (i in 1 : I) {
    y[i] ~ normal(nu[i] + loading[i] * score[ : , factor[i]], sigma[i]);
  }
}
