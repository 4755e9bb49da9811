// Rasch model: persons' abilities with a common sd, items' difficulties.
data {
  int<lower=1> P, I;
  array[I, P] int<lower=0, upper=1> y;
}
parameters {
  real mu;
  real<lower=0> sd_ability;
  vector[P] ability;
  vector[I] difficulty;
}
model {
  mu ~ normal(0, 1.5);
  sd_ability ~ normal(0, 1.5);
  ability ~ normal(0, sd_ability);
  difficulty ~ normal(mu, 1);
  for (i in 1 : I) {
    y[i] ~ bernoulli_logit(ability - difficulty[i]);
  }
}
