// Rows of models and their data.
#include <program/options/option_rows.h>
#include <program/options/option_shapes.h>

#include <g2t/program/options/default_options.hpp>

namespace g2t::program {
namespace {

constexpr const char* kData = "Model and data";

}  // namespace

void add_data_options(std::vector<OptionSpec>& rows) {
  const std::vector<std::string> general{"logistic", "poisson", "bnn"}, columns{"logistic", "bnn"};
  const std::vector<std::string> stan{".stan", ".so"}, with_data{"logistic", "poisson", "bnn", ".stan", ".so"};
  const std::vector<std::pair<std::string, std::string>> formats{
      {"auto", "auto"}, {"csv", "csv"}, {"libsvm", "libsvm"}};
  const std::vector<std::pair<std::string, std::string>> headers{{"auto", "auto"}, {"yes", "yes"}, {"no", "no"}};
  const std::vector<std::pair<std::string, std::string>> priors{{"hierarchical", "hierarchical"}, {"fixed", "fixed"}};
  const std::vector<OptionSpec> more{
      only_for(with_data, text_of({"data", "FILE", kData,
                                   "the data: LIBSVM (logistic), CSV with or without names, or JSON (Stan models); by "
                                   "gzip or not; - is standard input"},
                                  field(&ModelOptions::data))),
      only_for(preset_names(), text_of({"data-dir", "FOLDER", kData,
                                        "where presets find their files (default: the "
                                        "environment variable G2T_DATA_DIR)"},
                                       field(&ModelOptions::data_dir))),
      only_for(general,
               choice_of({"data-format", "", kData,
                          "auto: by the name (.svm, .libsvm, .csv, .tsv, also with .gz), else by the first line"},
                         field(&ModelOptions::data_format), formats)),
      only_for(general, choice_of({"header", "", kData,
                                   "the first line of CSV holds names; auto: if one of its cells is no number"},
                                  field(&ModelOptions::header), headers)),
      only_for({"logistic"},
               flag_of({"zero-based", "", kData, "LIBSVM indices start at 0"}, field(&ModelOptions::zero_based))),
      only_for({"logistic"},
               make_row(
                   {"features", "N", kData, "number of LIBSVM features (default: the highest index)"},
                   [](Options& o, const std::string& name, const std::string& text) {
                     o.model.features = read_count(name, text, 1);
                   },
                   [](const Options& o) { return o.model.features > 0 ? Json(o.model.features) : Json(); })),
      only_for({"logistic"}, make_row(
                                 {"no-intercept", "", kData, "leaves the intercept out"},
                                 [](Options& o, const std::string& name, const std::string& text) {
                                   o.model.intercept = !read_flag(name, text);
                                 },
                                 [](const Options& o) { return Json(!o.model.intercept); })),
      only_for({"logistic"}, text_of({"positive", "LABEL", kData, "the label that counts as 1 (default: the larger)"},
                                     field(&ModelOptions::positive))),
      only_for(general, text_of({"response", "COLUMN", kData,
                                 "CSV column of the response (default: the first; required for poisson)"},
                                field(&ModelOptions::response))),
      only_for({"poisson"}, list_of({"groups", "COLUMN,...", kData,
                                     "grouping columns; levels in numeric order, else in "
                                     "order of appearance"},
                                    field(&ModelOptions::groups))),
      only_for({"poisson"}, text_of({"exposure", "COLUMN", kData, "positive; its logarithm is the offset"},
                                    field(&ModelOptions::exposure))),
      only_for(columns,
               flag_of({"standardize", "", kData,
                        "CSV inputs (bnn: the response too) to mean 0 and sd 1 by "
                        "1/n; a constant input becomes 0 (with --no-intercept it stays), --categorical's stay"},
                       field(&ModelOptions::standardize))),
      only_for(
          columns,
          list_of({"categorical", "COLUMN,...", kData,
                   "CSV columns of levels: an indicator for each level but the first (with --no-intercept: for each)"},
                  field(&ModelOptions::categorical))),
      only_for({"bnn"},
               count_of({"hidden-units", "N", kData, "width of the network"}, field(&ModelOptions::hidden_units), 1)),
      only_for({"bnn"}, choice_of({"prior", "", kData, "weights N(0, alpha^2) with alpha unknown, or N(0, scale^2)"},
                                  field(&ModelOptions::prior), priors)),
      only_for(general, optional_of({"prior-scale", "NUMBER", kData,
                                     "sd of the prior (default: logistic 1, poisson 10, "
                                     "bnn 10, or 5 if fixed)"},
                                    field(&ModelOptions::prior_scale), read_positive)),
      only_for({".stan"},
               text_of({"stan-dir", "FOLDER", kData,
                        "the Stan toolchain (default: G2T_STAN, that of tools/install-stan, BRIDGESTAN, CMDSTAN)"},
                       field(&ModelOptions::stan_dir))),
      only_for(
          {".stan"},
          choice_of({"stan-backend", "", kData,
                     "a C++ compiler, once per program; or the interpreter stanli: no compilation, not all of Stan"},
                    field(&ModelOptions::stan_backend),
                    std::vector<std::pair<std::string, StanBackend>>{{"compiled", StanBackend::Compiled},
                                                                     {"stanli", StanBackend::Stanli}})),
      only_for({".stan"},
               flag_of({"native", "", kData, "compile for this machine's instructions, as a separate library"},
                       field(&ModelOptions::native))),
      only_for({".stan"}, list_of({"include-paths", "FOLDER,...", kData,
                                   "search path of #include, after the program's own folder"},
                                  field(&ModelOptions::include_paths))),
      only_for(stan, text_of({"prior-only-data", "FILE", kData,
                              "JSON with which the program is the prior alone (brms: prior_only is 1), to separate log "
                              "prior and likelihood"},
                             field(&ModelOptions::prior_only_data)))};
  rows.insert(rows.end(), more.begin(), more.end());
}

}  // namespace g2t::program
