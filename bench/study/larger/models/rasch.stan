// Rasch model with crossed effects: pupils within schools, crossed with items; all centred.
data {
  int<lower=1> P, S, I;
  array[P] int<lower=1, upper=S> school_of;
  array[I, P] int<lower=0, upper=1> y;
}
parameters {
  real mu;
  real<lower=0> sd_pupil, sd_school, sd_item;
  vector[P] ability;
  vector[S] school;
  vector[I] difficulty;
}
model {
  mu ~ normal(0, 1.5);
  sd_pupil ~ normal(0, 1.5);
  sd_school ~ normal(0, 1);
  sd_item ~ normal(0, 1.5);
  school ~ normal(mu, sd_school);
  ability ~ normal(school[school_of], sd_pupil);
  difficulty ~ normal(0, sd_item);
  for (i in 1 : I) {
    y[i] ~ bernoulli_logit(ability - difficulty[i]);
  }
}
