#!/usr/bin/env Rscript
# Twenty Stan programs and their data as brms writes them: models/NAME.stan, models/NAME.json and models/list.json.
#
# Data sets are those of brms, lme4, MASS and R itself, or simulated here, each with a seed. Priors are the defaults of brms
# except where `prior` is given. brms 2.18 writes arrays as Stan did before 2.26, and cov_exp_quad; `modern` writes them as
# Stan has them now. Numbers are rounded to six digits. `oracle.py --dimensions` adds the dimensions to the list.
#
# usage: Rscript bench/study/brms/make_models.R     (Debian: r-cran-brms, r-cran-lme4, r-cran-jsonlite)
suppressPackageStartupMessages({
  library(brms)
  library(jsonlite)
})
data(list = c("cake", "cbpp", "grouseticks", "InstEval", "Pastes", "sleepstudy", "VerbAgg"), package = "lme4")
data(list = c("mcycle", "quine"), package = "MASS")
data(list = c("epilepsy", "inhaler", "kidney"), package = "brms")

simulated_rates <- function() {
  set.seed(2026)
  frame <- data.frame(x = round(runif(90, -1, 1), 2), site = factor(rep(1:12, length.out = 90)))
  mean <- plogis(-0.5 + 0.8 * frame$x + rnorm(12, 0, 0.5)[frame$site])
  frame$rate <- round(pmin(pmax(rbeta(90, 15 * mean, 15 * (1 - mean)), 0.001), 0.999), 4)
  frame
}

simulated_satisfaction <- function() {
  set.seed(2027)
  frame <- data.frame(income = factor(sample(1:5, 160, TRUE), ordered = TRUE), age = round(rnorm(160), 2),
                      city = factor(rep(1:10, length.out = 160)))
  level <- c(0, 0.5, 0.8, 0.95, 1)[frame$income]
  frame$satisfaction <- round(40 + 25 * level + 2 * frame$age + rnorm(10, 0, 3)[frame$city] + rnorm(160, 0, 8), 1)
  frame
}

huron <- function() data.frame(level = as.numeric(LakeHuron) - 579, year = 1:98 / 100 - 0.5, time = 1:98)

discoveries_by_two <- function() data.frame(count = colSums(matrix(discoveries, 2)), year = (1:50 - 25.5) / 15)

most_frequent <- function(frame, column, count) {
  chosen <- names(sort(table(frame[[column]]), decreasing = TRUE))[seq_len(count)]
  droplevels(frame[frame[[column]] %in% chosen, ])
}

ratings <- most_frequent(InstEval, "s", 80)
ratings <- most_frequent(ratings, "d", 80)
ticks_1996 <- droplevels(subset(grouseticks, YEAR == 96))
cars <- data.frame(mpg = mtcars$mpg, scale(mtcars[, -1]))

models <- list(
  ar_huron = list("autocorrelation", bf(level ~ year + ar(time, p = 2)), gaussian(), huron(),
    "LakeHuron; trend and AR(2)"),
  beta_rates = list("beta", bf(rate ~ x + (1 | site)), Beta(), simulated_rates(), "simulated; 12 sites"),
  binomial_cbpp = list("binomial, one grouping", bf(incidence | trials(size) ~ period + (1 | herd)), binomial(), cbpp,
    "lme4's example; 15 herds"),
  bernoulli_verbagg = list("Bernoulli, two groupings, crossed",
    bf(r2 ~ Anger + Gender + btype + situ + mode + (1 | item) + (1 | id)), bernoulli(),
    droplevels(subset(VerbAgg, as.integer(id) <= 100)), "item response; the first 100 persons, 24 items"),
  cumulative_inhaler = list("ordinal (cumulative), one grouping", bf(rating ~ treat + period + carry + (1 | subject)),
    cumulative(), inhaler, "brms's example; 286 subjects, two ratings each"),
  gp_discoveries = list("Gaussian process", bf(count ~ gp(year)), poisson(), discoveries_by_two(),
    "Poisson counts of 50 pairs of years, exact process"),
  horseshoe_mtcars = list("horseshoe prior", bf(mpg ~ .), gaussian(), cars, "mtcars; ten standardised columns, 32 rows",
    prior = set_prior("horseshoe(1)", class = "b")),
  lognormal_cake = list("lognormal, one grouping", bf(angle ~ recipe + temp + (1 | recipe:replicate)), lognormal(), cake,
    "45 batches"),
  monotonic_income = list("monotonic effect", bf(satisfaction ~ mo(income) + age + (1 | city)), gaussian(),
    simulated_satisfaction(), "simulated; five levels, ten cities"),
  negbinomial_quine = list("negative binomial", bf(Days ~ Eth + Sex + Age + Lrn), negbinomial(), quine, "days off school"),
  nested_pastes = list("two groupings, nested", bf(strength ~ 1 + (1 | batch / cask)), gaussian(), Pastes,
    "ten batches, 30 casks, two rows each"),
  poisson_epilepsy = list("Poisson, one grouping", bf(count ~ zAge + zBase * Trt + (1 | patient)), poisson(), epilepsy,
    "brms's first example; 59 patients"),
  sigma_sleep = list("distributional, two groupings", bf(Reaction ~ Days + (1 | Subject), sigma ~ Days + (1 | Subject)),
    gaussian(), sleepstudy, "sigma has a slope and varies by subject"),
  slopes_sleep = list("correlated slopes", bf(Reaction ~ Days + (Days | Subject)), gaussian(), sleepstudy,
    "lme4's first example; 18 subjects"),
  splines_mcycle = list("splines, distributional", bf(accel ~ s(times), sigma ~ s(times)), gaussian(), mcycle,
    "mean and sigma are splines"),
  student_stackloss = list("Student", bf(stack.loss ~ Air.Flow + Water.Temp + Acid.Conc.), student(), stackloss, "21 rows"),
  three_ratings = list("three groupings, crossed", bf(y ~ service + studage + (1 | s) + (1 | d) + (1 | dept)), gaussian(),
    ratings, "part of InstEval: the 80 busiest students, and the 80 lecturers they rated most"),
  three_ticks = list("Poisson, three groupings", bf(TICKS ~ cHEIGHT + (1 | INDEX) + (1 | BROOD) + (1 | LOCATION)), poisson(),
    ticks_1996, "grouseticks of 1996; a level for each row, 41 broods, 34 places"),
  weibull_kidney = list("Weibull, censored, one grouping", bf(time | cens(censored) ~ age + sex + disease + (1 | patient)),
    weibull(), kidney, "brms's example; 38 patients"),
  zip_ticks = list("zero-inflated Poisson, one grouping", bf(TICKS ~ YEAR + cHEIGHT + (1 | BROOD)), zero_inflated_poisson(),
    grouseticks, "all grouseticks; 118 broods"))

modern <- function(code) {
  lines <- strsplit(code, "\n")[[1]]
  declared <- "^( *)((?:int|real|vector|matrix)(?:<[^>]*>)?(?:\\[[^]]*\\])?) (\\w+)(\\[[^]]*\\])( = [^;]*)?;"
  lines <- sub(declared, "\\1array\\4 \\2 \\3\\5;", lines, perl = TRUE)
  lines <- gsub("\\b(int|real|vector)\\[\\] ", "array[] \\1 ", lines)
  paste0(gsub("\\bcov_exp_quad\\(", "gp_exp_quad_cov(", sub("[ \t]+$", "", lines)), collapse = "\n")
}

value <- function(x) {
  if (is.double(x)) x <- signif(x, 6)
  attributes(x) <- attributes(x)["dim"]  # brms marks what is an array, of length one too, by its dimensions
  as.character(toJSON(x, digits = NA, auto_unbox = is.null(dim(x)), matrix = "rowmajor"))
}

object <- function(entries) paste0("{\n", paste0("  \"", names(entries), "\": ", entries, collapse = ",\n"), "\n}\n")

arguments <- commandArgs(FALSE)
folder <- file.path(dirname(sub("^--file=", "", grep("^--file=", arguments, value = TRUE))), "models")
dir.create(folder, showWarnings = FALSE)
listed <- lapply(names(models), function(name) {
  model <- models[[name]]
  formula <- model[[2]]
  prior <- if (is.null(model$prior)) empty_prior() else model$prior
  code <- make_stancode(formula, model[[4]], model[[3]], prior)
  data <- unclass(make_standata(formula, model[[4]], model[[3]], prior))
  cat(modern(code), "\n", sep = "", file = file.path(folder, paste0(name, ".stan")))
  cat(object(vapply(data, value, "")), file = file.path(folder, paste0(name, ".json")))
  parts <- c(list(formula$formula), formula$pforms)
  text <- paste(vapply(parts, function(part) paste(deparse(part, 500), collapse = " "), ""), collapse = "; ")
  c(name = name, kind = model[[1]], formula = text, family = model[[3]]$family, rows = data$N, note = model[[5]])
})
entries <- vapply(listed, function(entry) {
  quoted <- ifelse(names(entry) == "rows", entry, paste0("\"", entry, "\""))
  paste0("{", paste0("\"", names(entry), "\": ", quoted, collapse = ", "), "}")
}, "")
cat("[\n", paste0("  ", entries, collapse = ",\n"), "\n]\n", sep = "", file = file.path(folder, "list.json"))
