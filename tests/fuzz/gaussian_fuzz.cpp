// Files of a saved q, and what is drawn from one.
#include <fuzz/fuzz_target.hpp>
#include <g2t/core/sample.hpp>
#include <g2t/inference/posterior_draws.hpp>
#include <g2t/io/json_files.hpp>

namespace g2t::fuzz {
namespace {

void check_gaussian(std::string_view input) {
  NamedGaussian saved;
  if (!takes([&] { saved = parse_gaussian(std::string(input), kFile); })) return;
  if (saved.names.empty()) saved.names.assign(static_cast<std::size_t>(saved.q.dimension()), "z");
  const std::string written = gaussian_json(saved.q, saved.names).dump();
  const NamedGaussian again = parse_gaussian(written, kFile, saved.q.dimension());
  require(gaussian_json(again.q, again.names).dump() == written, "a q reads back");
  const SampleStreams sample{1, Sample::Later};
  takes([&] {
    const PosteriorDraws draws = draw_from(saved.q, nullptr, 3, sample.draws());
    require(draws.draws.rows() == 3 && draws.draws.cols() == saved.q.dimension(), "draws have q's dimension");
  });
}

const Registration kGaussian("gaussian", check_gaussian);

}  // namespace
}  // namespace g2t::fuzz
