#!/usr/bin/env Rscript
# The four models by g2t, read back as a brmsfit: means and sds beside those of brms's own NUTS (nuts.csv), PSIS-LOO,
# summaries by posterior, and a picture by bayesplot.
#
# usage: Rscript bench/study/brms/client/compare.R [--picture FILE.svg] [OPTION OF g2t fit ...]
#        with g2t in the PATH   (Debian: r-cran-brms, r-cran-lme4, r-cran-svglite)
# Prints a line for each model and each error that is too large; exit status 1 if there is one.
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(FALSE), value = TRUE)))
source(file.path(here, "models.R"))
source(file.path(here, "../../../../examples/brms.R"))
arguments <- commandArgs(TRUE)
at <- match("--picture", arguments)
picture <- if (!is.na(at)) arguments[at + 1]
options_of_g2t <- if (is.na(at)) arguments else arguments[-c(at, at + 1)]

# Of 2,000 draws, which g2t holds to a root mean square error of means of 0.05 sds: the largest of up to 50 values may be
# three times that. Sds are held to 5 %; those of NUTS have an error too.
most <- c(mean = 0.15, sd = 0.2)
most_rms <- c(mean = 0.06, sd = 0.08)

reference <- read.csv(file.path(here, "nuts.csv"))
fits <- list()
wrong <- 0
for (name in names(models)) {
  model <- models[[name]]
  begin <- proc.time()[["elapsed"]]
  fit <- fits[[name]] <- brm_by_g2t(model[[1]], model[[2]], model[[3]], options = c("--quiet", options_of_g2t))
  seconds <- proc.time()[["elapsed"]] - begin
  draws <- as_draws_array(fit)
  found <- posterior::summarise_draws(draws, "mean", "sd")
  nuts <- subset(reference, model == name)
  row <- match(nuts$variable, found$variable)
  if (anyNA(row)) stop(name, ": no draws of ", paste(nuts$variable[is.na(row)], collapse = ", "))
  errors <- data.frame(mean = (as.numeric(found$mean)[row] - nuts$mean) / nuts$sd, sd = as.numeric(found$sd)[row] / nuts$sd - 1)
  rms <- sqrt(colMeans(errors^2))
  largest <- sapply(errors, function(values) max(abs(values)))
  leave_one_out <- suppressWarnings(loo(fit))
  cat(sprintf("%-8s %3d values, %d draws: means %.3f sds off (largest %.3f), sds %.1f %% (largest %.1f %%); elpd_loo %.1f, %.0f s\n",
              name, nrow(nuts), posterior::ndraws(draws), rms[["mean"]], largest[["mean"]], 100 * rms[["sd"]],
              100 * largest[["sd"]], leave_one_out$estimates["elpd_loo", "Estimate"], seconds))
  if (any(rms > most_rms) || any(largest > most)) {
    cat("  WRONG: a root mean square may be", most_rms, "and the largest error", most, "\n")
    wrong <- wrong + 1
  }
}

if (!is.null(picture)) source(file.path(here, "picture.R"))
quit(status = if (wrong > 0) 1 else 0)
