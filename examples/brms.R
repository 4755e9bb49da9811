# A formula of brms, fitted by g2t: a brmsfit with its draws, for summary(), loo(), pp_check(), conditional_effects() and
# all else. Needs the R packages brms and jsonlite, and g2t in the PATH.
brm_by_g2t <- function(formula, data, family = gaussian(), ..., options = NULL) {
  folder <- tempfile("g2t-")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  file <- function(name) file.path(folder, name)
  writeLines(brms::make_stancode(formula, data, family, ...), file("m.stan"))
  given <- unclass(brms::make_standata(formula, data, family, ...))
  jsonlite::write_json(given, file("d.json"), auto_unbox = TRUE, digits = NA)
  status <- system2("g2t", c("fit", file("m.stan"), "--data", file("d.json"), "--output", file("run"), options))
  if (status == 3) warning("g2t says that the draws are not to be trusted: see above")
  else if (status != 0) stop("g2t failed: see above")
  fit <- brms::brm(formula, data, family, ..., algorithm = "fullrank", empty = TRUE)  # no NUTS to report on
  fit$fit <- suppressWarnings(rstan::read_stan_csv(file("run.csv")))  # nor seconds of a chain
  brms::rename_pars(fit)
}
