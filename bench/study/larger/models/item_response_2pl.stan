// Two-parameter logistic item response model: every item has a difficulty and a positive discrimination.
data {
  int<lower=1> P, I;
  array[I, P] int<lower=0, upper=1> y;
}
parameters {
  vector[P] ability;
  real mu;
  real<lower=0> tau;
  vector[I] difficulty;
  vector<lower=0>[I] discrimination;
}
model {
  ability ~ std_normal();
  mu ~ normal(0, 2);
  tau ~ normal(0, 2);
  difficulty ~ normal(mu, tau);
  discrimination ~ lognormal(0, 0.5);
  for (i in 1 : I) {
    y[i] ~ bernoulli_logit(discrimination[i] * (ability - difficulty[i]));
  }
}
