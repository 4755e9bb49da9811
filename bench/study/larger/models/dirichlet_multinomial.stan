// Shares of K kinds in many places, around common shares.
data {
  int<lower=1> G;
  int<lower=2> K;
  array[G, K] int<lower=0> y;
}
parameters {
  simplex[K] common;
  real<lower=0> concentration;
  array[G] simplex[K] share;
}
model {
  common ~ dirichlet(rep_vector(2, K));
  concentration ~ gamma(2, 0.1);
  for (g in 1 : G) {
    share[g] ~ dirichlet(concentration * common);
    y[g] ~ multinomial(share[g]);
  }
}
