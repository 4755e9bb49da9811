# Four models of brms, for data that come with R packages: formula, data, family.
suppressPackageStartupMessages(library(brms))
data("sleepstudy", package = "lme4")
data(list = c("GAGurine", "Insurance"), package = "MASS")
data("inhaler", package = "brms")

models <- list(
  sleep = list(Reaction ~ Days + (Days | Subject), sleepstudy, gaussian()),
  claims = list(Claims ~ District + Group + Age + offset(log(Holders)), Insurance, poisson()),
  ratings = list(rating ~ treat + period + carry, inhaler, cumulative()),
  urine = list(GAG ~ s(Age), GAGurine, gaussian())
)

folder_of_script <- function() {
  file <- grep("^--file=", commandArgs(FALSE), value = TRUE)
  dirname(sub("^--file=", "", file))
}
