// Hidden Markov model with K states and normal emissions; the forward algorithm sums over the states.
data {
  int<lower=2> K;
  int<lower=1> T;
  vector[T] y;
}
parameters {
  array[K] simplex[K] A;
  ordered[K] mu;
  real<lower=0> sigma;
}
transformed parameters {
  matrix[K, T] log_alpha; // log p(y[1 : t], state at t)
  {
    matrix[K, K] log_A;
    for (k in 1 : K) {
      log_A[k] = log(A[k]');
      log_alpha[k, 1] = -log(K) + normal_lpdf(y[1] | mu[k], sigma);
    }
    for (t in 2 : T) {
      for (k in 1 : K) {
        log_alpha[k, t] = log_sum_exp(log_alpha[ : , t - 1] + log_A[ : , k]) + normal_lpdf(y[t] | mu[k], sigma);
      }
    }
  }
}
model {
  for (k in 1 : K) {
    A[k] ~ dirichlet(1 + 4 * one_hot_vector(K, k));
  }
  mu ~ normal(0, 3);
  sigma ~ exponential(1);
  target += log_sum_exp(log_alpha[ : , T]);
}
generated quantities {
  vector[K] p_last = softmax(log_alpha[ : , T]); // of the state at T
}
