#!/usr/bin/env Rscript
# Fits the models with brms and its own NUTS, and writes means and sds to nuts.csv, seconds to nuts_seconds.csv.
#
# usage: Rscript bench/study/brms/client/nuts.R [NAME ...]   (Debian: r-cran-brms, r-cran-lme4; twenty minutes)
source(file.path(dirname(sub("^--file=", "", grep("^--file=", commandArgs(FALSE), value = TRUE))), "models.R"))
# Debian's BH has no headers of its own: those of libboost-dev serve.
if (rstan::rstan_options("boost_lib") == "") rstan::rstan_options(boost_lib = "/usr/include")
chosen <- commandArgs(TRUE)
if (length(chosen) == 0) chosen <- names(models)
kept <- function(file) if (file.exists(file)) subset(read.csv(file), !model %in% chosen)
files <- file.path(folder_of_script(), c("nuts.csv", "nuts_seconds.csv"))
moments <- kept(files[1])
seconds <- kept(files[2])
for (name in chosen) {
  model <- models[[name]]
  begin <- proc.time()[["elapsed"]]
  fit <- brm(model[[1]], model[[2]], model[[3]], chains = 4, iter = 6000, warmup = 1000, seed = 1, refresh = 0,
             control = list(adapt_delta = if (name == "urine") 0.99 else 0.95))
  found <- posterior::summarise_draws(as_draws_array(fit), "mean", "sd", "mcse_mean", "mcse_sd", "rhat", "ess_bulk", "ess_tail")
  found <- subset(found, !variable %in% c("lprior", "lp__") & sd > 0)
  numbers <- lapply(found[-1], function(values) signif(as.numeric(values), 7))
  moments <- rbind(moments, data.frame(model = name, variable = found$variable, numbers))
  divergent <- sum(subset(nuts_params(fit), Parameter == "divergent__")$Value)
  seconds <- rbind(seconds, data.frame(model = name, with_compilation = round(proc.time()[["elapsed"]] - begin),
                                       sampling = round(sum(rstan::get_elapsed_time(fit$fit)), 1), divergent))
}
write.csv(moments, files[1], row.names = FALSE, quote = 1:2)
write.csv(seconds, files[2], row.names = FALSE)
print(seconds)
