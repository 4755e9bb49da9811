// Daily deaths of an epidemic in several regions by the renewal equation, in the manner of Flaxman et al. (2020).
// Generated quantities run each region on under every day that measures could have begun: far slower than the density.
functions {
  // Infections of T days: those of the first days are given, later ones by the last days' and the reproduction number.
  vector infections(vector R, real seeded, int seed_days, data vector generation, data real population) {
    int T = num_elements(R), S = num_elements(generation);
    vector[T] out;
    real total = 0;
    for (t in 1 : T) {
      if (t <= seed_days) {
        out[t] = seeded;
      } else {
        int lags = min(S, t - 1);
        real force = dot_product(reverse(out[t - lags : t - 1]), generation[1 : lags]);
        out[t] = population * (1 - total / population) * (1 - exp(-R[t] * force / population));
      }
      total += out[t];
    }
    return out;
  }
  vector deaths_of(vector cases, real fatality, data vector delay) {
    int T = num_elements(cases), D = num_elements(delay);
    vector[T] out;
    for (t in 1 : T) {
      int lags = min(D, t);
      out[t] = 1e-9 + fatality * dot_product(reverse(cases[t - lags + 1 : t]), delay[1 : lags]);
    }
    return out;
  }
}
data {
  int<lower=1> T; // days
  int<lower=1> M; // regions
  int<lower=1> seed_days;
  array[T, M] int<lower=0> deaths;
  array[M] int<lower=1> measures_from; // day
  vector<lower=0>[M] population;
  vector<lower=0>[M] fatality;
  int<lower=1> S;
  vector<lower=0>[S] generation; // sums to 1
  int<lower=1> D;
  vector<lower=0>[D] delay; // from infection to death, sums to 1
  int<lower=0> horizon; // days of the forecasts
  int<lower=0> scenarios; // days on which measures could have begun
}
parameters {
  vector<lower=0>[M] R0;
  real<lower=0> R0_mean, R0_sd;
  real<lower=0> effect; // of measures on log R
  vector<lower=0>[M] seeded;
  real<lower=0> seeded_mean;
  real<lower=0> phi; // overdispersion
}
transformed parameters {
  matrix[T, M] expected;
  for (m in 1 : M) {
    vector[T] R = rep_vector(R0[m], T);
    R[measures_from[m] : T] *= exp(-effect);
    expected[ : , m] = deaths_of(infections(R, seeded[m], seed_days, generation, population[m]), fatality[m], delay);
  }
}
model {
  R0_mean ~ normal(3.3, 0.5);
  R0_sd ~ normal(0, 0.5);
  R0 ~ normal(R0_mean, R0_sd);
  effect ~ gamma(2, 2);
  seeded_mean ~ exponential(0.03);
  seeded ~ exponential(1 / seeded_mean);
  phi ~ normal(0, 20);
  for (m in 1 : M) {
    deaths[ : , m] ~ neg_binomial_2(expected[ : , m], phi);
  }
}
generated quantities {
  matrix[scenarios, M] averted; // expected deaths by the horizon that measures on that day would have averted
  matrix[horizon, M] forecast;
  for (m in 1 : M) {
    int days = T + horizon;
    vector[days] R;
    real as_it_was;
    for (k in 0 : scenarios) {
      int from = k == 0 ? measures_from[m] : k;
      vector[days] run;
      R = rep_vector(R0[m], days);
      R[from : days] *= exp(-effect);
      run = deaths_of(infections(R, seeded[m], seed_days, generation, population[m]), fatality[m], delay);
      if (k == 0) {
        as_it_was = sum(run);
        for (t in 1 : horizon) {
          forecast[t, m] = neg_binomial_2_rng(run[T + t], phi);
        }
      } else {
        averted[k, m] = as_it_was - sum(run);
      }
    }
  }
}
