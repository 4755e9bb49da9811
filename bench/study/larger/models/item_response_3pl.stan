// Three-parameter logistic item response model: those who do not know the answer guess it with a probability of the item's.
data {
  int<lower=1> P, I;
  array[I, P] int<lower=0, upper=1> y;
}
parameters {
  vector[P] ability;
  vector[I] difficulty;
  vector<lower=0>[I] discrimination;
  vector<lower=0, upper=1>[I] guess;
}
model {
  ability ~ std_normal();
  difficulty ~ normal(0, 1.5);
  discrimination ~ lognormal(0.2, 0.4);
  guess ~ beta(5, 17);
  for (i in 1 : I) {
    y[i] ~ bernoulli(guess[i] + (1 - guess[i]) * inv_logit(discrimination[i] * (ability - difficulty[i])));
  }
}
