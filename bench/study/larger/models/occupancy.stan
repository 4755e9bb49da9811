// Occupancy of sites by many species, each site visited V times; who is where is summed out.
// Pairs of a species and a site are listed in two tables: detected at least once (y times), and never.
data {
  int<lower=1> S, V, A, B;
  array[A] int<lower=1, upper=S> seen;
  array[A] int<lower=1, upper=V> y;
  vector[A] x_seen;
  array[B] int<lower=1, upper=S> unseen;
  vector[B] x_unseen;
}
parameters {
  vector[3] mu;
  vector<lower=0>[3] tau;
  vector<offset=mu[1], multiplier=tau[1]>[S] occupancy;
  vector<offset=mu[2], multiplier=tau[2]>[S] slope;
  vector<offset=mu[3], multiplier=tau[3]>[S] detection;
}
model {
  mu ~ normal(0, 1.5);
  tau ~ normal(0, 1);
  occupancy ~ normal(mu[1], tau[1]);
  slope ~ normal(mu[2], tau[2]);
  detection ~ normal(mu[3], tau[3]);
  vector[S] found = 1 - exp(V * log1m_inv_logit(detection)); // at least once, where the species is
  target += sum(log_inv_logit(occupancy[seen] + slope[seen] .* x_seen));
  y ~ binomial_logit(V, detection[seen]);
  target += sum(log1m(inv_logit(occupancy[unseen] + slope[unseen] .* x_unseen) .* found[unseen]));
}
