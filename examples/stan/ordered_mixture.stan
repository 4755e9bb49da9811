// Mixture of K normals; the means are ordered, so that the components keep their labels.
data {
  int<lower=1> K, N;
  vector[N] y;
}
parameters {
  simplex[K] theta;
  ordered[K] mu;
  vector<lower=0>[K] sigma;
}
model {
  theta ~ dirichlet(rep_vector(3, K));
  mu ~ normal(0, 5);
  sigma ~ lognormal(0, 0.5);
  for (n in 1 : N) {
    vector[K] lp = log(theta);
    for (k in 1 : K) {
      lp[k] += normal_lpdf(y[n] | mu[k], sigma[k]);
    }
    target += log_sum_exp(lp);
  }
}
