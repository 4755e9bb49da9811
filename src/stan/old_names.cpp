// By tables: distributions are those that had a density called NAME_log.
#include <stan/old_names.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace g2t::stan {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kRenamed = {{
    {"binomial_coefficient_log", "lchoose"},
    {"cov_exp_quad", "gp_exp_quad_cov"},
    {"fabs", "abs"},
    {"get_lp", "target"},
    {"multiply_log", "lmultiply"},
}};

constexpr std::array<std::string_view, 19> kDiscrete = {
    "bernoulli", "bernoulli_logit", "beta_binomial", "binomial", "binomial_logit", "categorical", "categorical_logit",
    "discrete_range", "hypergeometric", "multinomial", "neg_binomial", "neg_binomial_2", "neg_binomial_2_log",
    "ordered_logistic", "ordered_probit", "poisson", "poisson_log", "poisson_log_glm", "bernoulli_logit_glm"};

constexpr std::array<std::string_view, 39> kContinuous = {
    "beta", "beta_proportion", "cauchy", "chi_square", "dirichlet", "double_exponential", "exp_mod_normal", "exponential",
    "frechet", "gamma", "gaussian_dlm_obs", "gumbel", "inv_chi_square", "inv_gamma", "inv_wishart", "lkj_corr",
    "lkj_corr_cholesky", "lkj_cov", "logistic", "lognormal", "multi_gp", "multi_gp_cholesky", "multi_normal",
    "multi_normal_cholesky", "multi_normal_prec", "multi_student_t", "normal", "normal_id_glm", "pareto", "pareto_type_2",
    "rayleigh", "scaled_inv_chi_square", "skew_normal", "student_t", "uniform", "von_mises", "weibull", "wiener", "wishart"};

template <class List>
bool has(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

bool is_distribution(std::string_view name) { return has(kDiscrete, name) || has(kContinuous, name); }

}  // namespace

std::string renamed_function(const std::string& name) {
  const auto found = std::find_if(kRenamed.begin(), kRenamed.end(), [&](const auto& pair) { return pair.first == name; });
  return found == kRenamed.end() ? "" : std::string(found->second);
}

std::string renamed_density(const std::string& name) {
  for (const auto& [old_ending, ending] : {std::pair("_ccdf_log", "_lccdf"), std::pair("_cdf_log", "_lcdf")}) {
    if (!name.ends_with(old_ending)) continue;
    const std::string base = name.substr(0, name.size() - std::string_view(old_ending).size());
    if (is_distribution(base)) return base + ending;
  }
  if (!name.ends_with("_log")) return "";
  const std::string base = name.substr(0, name.size() - std::string_view("_log").size());
  if (has(kDiscrete, base)) return base + "_lpmf";
  return has(kContinuous, base) ? base + "_lpdf" : "";
}

}  // namespace g2t::stan
