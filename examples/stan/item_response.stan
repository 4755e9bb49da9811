// Two-parameter logistic item response model; discriminations are positive, which fixes the sign of the abilities.
data {
  int<lower=1> P, I;
  array[P, I] int<lower=0, upper=1> y;
}
parameters {
  vector[P] theta;
  real mu;
  real<lower=0> tau;
  vector<offset=mu, multiplier=tau>[I] difficulty;
  vector<lower=0>[I] discrimination;
}
model {
  theta ~ std_normal();
  mu ~ normal(0, 2);
  tau ~ normal(0, 2);
  difficulty ~ normal(mu, tau);
  discrimination ~ lognormal(0, 0.5);
  for (i in 1 : I) {
    y[ : , i] ~ bernoulli_logit(discrimination[i] * (theta - difficulty[i]));
  }
}
