// Survival times in many clinics: Weibull proportional hazards with log-normal frailties, right-censored.
data {
  int<lower=1> N, J, P;
  array[N] int<lower=1, upper=J> clinic;
  matrix[N, P] x;
  vector<lower=0>[N] time;
  vector<lower=0, upper=1>[N] died;
}
transformed data {
  vector[N] log_time = log(time);
}
parameters {
  real alpha;
  vector[P] beta;
  real<lower=0> shape, tau;
  vector[J] z;
}
model {
  alpha ~ normal(0, 2);
  beta ~ normal(0, 1);
  shape ~ gamma(4, 3);
  tau ~ normal(0, 1);
  z ~ std_normal();
  vector[N] log_hazard = alpha + x * beta + tau * z[clinic];
  target += dot_product(died, log(shape) + (shape - 1) * log_time + log_hazard) - sum(exp(log_hazard + shape * log_time));
}
