// study.json, and the runs that it asks for.
#include <fuzz/fuzz_target.hpp>
#include <g2t/study/plan.hpp>

namespace g2t::fuzz {
namespace {

void check_study(std::string_view input) {
  StudyPlan plan;
  if (!takes([&] { plan = parse_study(std::string(input), kFile); })) return;
  const std::string written = to_json(plan);
  require(to_json(parse_study(written, kFile)) == written, "a study reads back");
  takes([&] {
    for (const RunKey& key : plan.runs()) takes([&] { static_cast<void>(plan.options(key)); });
  });
}

const Registration kStudy("study", check_study);

}  // namespace
}  // namespace g2t::fuzz
