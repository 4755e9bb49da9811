// Errors of q's means and sds against known ones, by family: `low_rank [SECONDS [SEED [PART OF A NAME [FAMILY]]]]` prints a table.
#include "known_models.hpp"

#include <g2t/core/gaussian.hpp>
#include <g2t/inference/fit.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace g2t::low_rank {
namespace {

constexpr Index kMaxFullRank = 1000;

double rms(const Vector& v) { return v.norm() / std::sqrt(static_cast<double>(v.size())); }

void print_fit(const Known& known, FamilyChoice family, const char* name, double seconds, std::uint64_t seed) {
  FitOptions options;
  options.family = family;
  options.answer = AnswerWay::Gaussian;
  options.time_budget = seconds;
  options.seed = seed;
  const auto begin = std::chrono::steady_clock::now();
  const FitResult result = fit(*known.model, options);
  const double taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const Vector sds = standard_deviations(result.q);
  const Vector means = (result.q.mean - known.mean).cwiseQuotient(known.sd), ratios = sds.cwiseQuotient(known.sd).array().log();
  std::printf("| %s | %s | %ld | %.3f | %.3f | %.3f | %.3f | %ld | %ld | %.2f | %s |\n", known.name.c_str(), name,
              static_cast<long>(result.q.rank()), rms(means), means.cwiseAbs().maxCoeff(), rms(ratios),
              ratios.cwiseAbs().maxCoeff(), static_cast<long>(result.iterations), static_cast<long>(result.gradient_draws), taken,
              status_name(result.status).c_str());
  std::fflush(stdout);
}

}  // namespace
}  // namespace g2t::low_rank

int main(int argc, char** argv) {
  using namespace g2t;
  const double seconds = argc > 1 ? std::atof(argv[1]) : 60;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const std::string only = argc > 3 ? argv[3] : "", family = argc > 4 ? argv[4] : "";
  std::printf(
      "| posterior | family | rank | mean, rms | most | log sd, rms | most | steps | draws | seconds | status |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|\n");
  std::vector<low_rank::Known> all;
  for (const Index d : {300, 3000, 30000}) all.push_back(low_rank::factor_gaussian(d));
  all.push_back(low_rank::counties(250));
  all.push_back(low_rank::process(400));
  for (const low_rank::Known& known : all) {
    if (known.name.find(only) == std::string::npos) continue;
    const auto is_wanted = [&](const char* name) { return family.empty() || family == name; };
    if (is_wanted("mean-field")) low_rank::print_fit(known, FamilyChoice::MeanField, "mean-field", seconds, seed);
    if (is_wanted("low-rank")) low_rank::print_fit(known, FamilyChoice::LowRank, "low-rank", seconds, seed);
    if (is_wanted("full-rank") && known.model->dimension() <= low_rank::kMaxFullRank)
      low_rank::print_fit(known, FamilyChoice::FullRank, "full-rank", seconds, seed);
  }
}
