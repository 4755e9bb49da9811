# Makes loo.json: leave-one-out values of two models by R's loo (Debian's r-cran-loo 2.5.1; the draws count as independent).
# usage: Rscript loo.R > loo.json
suppressMessages({library(loo); library(jsonlite)})

# Lehmer's generator: exact in doubles, here and in leave_one_out_test.cpp.
state <- 20231
uniform <- function() {
  state <<- (16807 * state) %% 2147483647
  state / 2147483647
}
normal <- function() {  # nearly
  sum <- -6
  for (k in 1:12) sum <- sum + uniform()
  sum
}
normals <- function(rows, columns) {  # row by row
  out <- matrix(0, rows, columns)
  for (row in seq_len(rows)) for (column in seq_len(columns)) out[row, column] <- normal()
  out
}

values_of <- function(log_density) {
  seen <- suppressWarnings(loo(log_density, r_eff = rep(1, ncol(log_density))))
  totals <- seen$estimates
  list(elpd = seen$pointwise[, "elpd_loo"], p_loo = seen$pointwise[, "p_loo"], k = seen$diagnostics$pareto_k,
       elpd_sum = totals["elpd_loo", "Estimate"], elpd_error = totals["elpd_loo", "SE"],
       p_loo_sum = totals["p_loo", "Estimate"], p_loo_error = totals["p_loo", "SE"])
}

# Logistic regression: 30 rows, intercept and two weights, and draws that are wide enough for some k above 0.7.
x <- normals(30, 2)
x[30, ] <- c(4, -4)
y <- as.numeric(x[, 1] - x[, 2] + 0.3 > 0)
y[30] <- 0
draws <- normals(1000, 3)
draws <- cbind(0.3 + 0.6 * draws[, 1], 1 + 0.7 * draws[, 2], -1 + 0.7 * draws[, 3])
margins <- draws %*% rbind(1, t(x))
sign <- 2 * y - 1
logistic <- values_of(t(apply(margins, 1, function(m) plogis(sign * m, log.p = TRUE))))

# Poisson regression: 12 rows, mu, log_sigma, and three levels.
level <- rep(1:3, 4)
exposure <- seq(0.5, 3.25, by = 0.25)
count <- c(0, 3, 2, 5, 1, 4, 9, 2, 6, 3, 7, 30)
draws <- normals(800, 5)
draws <- cbind(0.8 + 0.3 * draws[, 1], -1 + 0.2 * draws[, 2], 0.35 * draws[, 3:5])
log_rate <- sapply(1:12, function(row) draws[, 1] + draws[, 2 + level[row]] + log(exposure[row]))
poisson <- values_of(sapply(1:12, function(row) dpois(count[row], exp(log_rate[, row]), log = TRUE)))

cat(toJSON(list(loo = unbox(as.character(packageVersion("loo"))),
                logistic = lapply(logistic, function(v) if (length(v) == 1) unbox(v) else v),
                poisson = lapply(poisson, function(v) if (length(v) == 1) unbox(v) else v)), digits = NA), "\n")
