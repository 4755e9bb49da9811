// Ranges within a purpose, and offsets within a range.
#include <g2t/core/streams.hpp>

#include <array>
#include <cassert>
#include <cmath>

namespace g2t {
namespace streams {
namespace {

constexpr std::uint64_t kRound = std::uint64_t{1} << 32;   // iterations of a round, a stage or a proposal
constexpr std::uint64_t kBeside = std::uint64_t{1} << 40;  // from normals to uniforms that go with them
constexpr std::uint64_t kSample = std::uint64_t{1} << 48;  // from one sample's proposals to another's
constexpr std::uint64_t kHalf = std::uint64_t{1} << 62, kAll = ~std::uint64_t{0};
constexpr std::uint64_t kFirstStage = 16;
constexpr std::uint64_t kProposals = 4 * kRound;  // for all draws, either end of them, a region
constexpr std::uint64_t kFirstPoints = 4;         // the starts that there are by default

constexpr Range kStep{"steps", Purpose::Step, 0, kAll};
constexpr Range kWarmup{"warm-up steps", Purpose::Warmup, 0, kAll};
constexpr Range kRace{"steps of the race", Purpose::Race, 0, kAll, true};
constexpr Range kSelection{"moments of selections", Purpose::Selection, 0, kAll};
constexpr Range kGap{"gap estimates", Purpose::Gap, 0, kAll};
constexpr Range kCosts{"measured costs", Purpose::Costs, 0, kHalf};
constexpr Range kTimedStep{"timed steps", Purpose::Costs, kHalf, kRound, true};
constexpr Range kTrace{"ELBO of the trace", Purpose::Trace, 0, 1, true};
constexpr Range kRowSample{"sample of rows", Purpose::Rows, 0, 1};
constexpr Range kCheck{"points of a check", Purpose::Check, 0, 1};
constexpr Range kSimulation{"simulated data", Purpose::Simulation, 0, kAll, true};  // rows are made in blocks

constexpr Range kStartPoint{"first start points", Purpose::Start, 0, kFirstPoints};
constexpr Range kRandomStart{"points of the random start", Purpose::Start, kFirstPoints, 1};
constexpr Range kMorePoints{"further start points", Purpose::Start, kFirstPoints + 1, kRound - kFirstPoints - 1};
constexpr Range kElboOnPath{"ELBO along paths", Purpose::Start, kRound, 1, true};
constexpr Range kElboOfStart{"ELBO of starts", Purpose::Start, 2 * kRound, 1, true};
constexpr Range kWeightsOfStart{"weights of the best path", Purpose::Start, 3 * kRound, 1, true};
constexpr Range kRandomStartStep{"steps of the random start", Purpose::Start, 4 * kRound, kRound};
constexpr Range kStartProbe{"points that may be finite", Purpose::Start, 5 * kRound, 1};
constexpr Range kDirections{"draws of searches for directions", Purpose::Start, 6 * kRound, kRound};

// Draws of q may be weighted first, and more of them made from the same key.
constexpr Range kFitDraws{"draws of the fit", Purpose::Elbo, 0, 1, true};
constexpr Range kElboOfAverage{"ELBO of the average", Purpose::Elbo, 2, 1, true};
constexpr Range kFitResampling{"resampling of the fit", Purpose::Elbo, 3, 1};
constexpr Range kFitProposals{"proposals of the fit", Purpose::Elbo, kFirstStage, kProposals - kFirstStage};
constexpr Range kFitFinal{"final draws of the fit", Purpose::Elbo, kProposals, kRound};
constexpr Range kFitTails{"tails of the fit", Purpose::Elbo, kBeside + kFirstStage, kProposals - kFirstStage};
constexpr Range kFitFinalTails{"final tails of the fit", Purpose::Elbo, kBeside + kProposals, kRound};

constexpr Range kBridge{"normals of bridges", Purpose::Elbo, 2 * kBeside, kRound};

constexpr Range kLaterDraws{"later draws", Purpose::Output, 0, 1, true};
constexpr Range kLaterSeed{"seed of later quantities", Purpose::Output, 1, 1};
constexpr Range kLaterResampling{"later resampling", Purpose::Output, 3, 1};
constexpr Range kLaterProposals{"later proposals", Purpose::Output, kFirstStage, kProposals - kFirstStage};
constexpr Range kLaterFinal{"later final draws", Purpose::Output, kProposals, kRound};
constexpr Range kLaterTails{"later tails", Purpose::Output, kBeside + kFirstStage, kProposals - kFirstStage};
constexpr Range kLaterFinalTails{"later final tails", Purpose::Output, kBeside + kProposals, kRound};

constexpr Range kFitChains{"momenta of chains", Purpose::Chains, 0, kRound};
constexpr Range kFitChainStart{"starts of chains", Purpose::Chains, kRound, 1};
constexpr Range kFitChainUniforms{"uniforms of chains", Purpose::Chains, kBeside, kRound};
constexpr Range kLaterChains{"momenta of later chains", Purpose::Chains, kSample, kRound};
constexpr Range kLaterChainStart{"starts of later chains", Purpose::Chains, kSample + kRound, 1};
constexpr Range kLaterChainUniforms{"uniforms of later chains", Purpose::Chains, kSample + kBeside, kRound};

constexpr std::array kTable{kStep, kWarmup, kRace, kSelection, kGap, kCosts, kTimedStep, kTrace, kRowSample, kCheck, kSimulation,
                            kStartPoint, kRandomStart, kMorePoints, kElboOnPath, kElboOfStart, kWeightsOfStart,
                            kRandomStartStep, kStartProbe, kDirections,
                            kFitDraws, kElboOfAverage, kFitResampling, kFitProposals, kFitFinal,
                            kFitTails, kFitFinalTails, kBridge,
                            kLaterDraws, kLaterSeed, kLaterResampling, kLaterProposals, kLaterFinal, kLaterTails,
                            kLaterFinalTails,
                            kFitChains, kFitChainStart, kFitChainUniforms, kLaterChains, kLaterChainStart,
                            kLaterChainUniforms};

StreamKey key_of(const Range& range, std::uint64_t seed, std::uint64_t offset = 0) {
  assert(offset < range.count);
  return {seed, range.purpose, range.first + offset};
}

StreamKey key_of(const Range& range, std::uint64_t seed, Index number) {
  assert(number >= 0);
  return key_of(range, seed, static_cast<std::uint64_t>(number));
}

StreamKey key_of(const Range& range, std::uint64_t seed, Index round, Index chunk) {
  assert(round >= 0 && chunk >= 0 && static_cast<std::uint64_t>(chunk) < kRound);
  return key_of(range, seed, static_cast<std::uint64_t>(round) * kRound + static_cast<std::uint64_t>(chunk));
}

}  // namespace

std::span<const Range> table() { return kTable; }

StreamKey step(std::uint64_t seed, Index iteration) { return key_of(kStep, seed, iteration); }
StreamKey warmup(std::uint64_t seed, Index step) { return key_of(kWarmup, seed, step); }
StreamKey race(std::uint64_t seed, Index step) { return key_of(kRace, seed, step); }

StreamKey start_point(std::uint64_t seed, Index number) {
  constexpr Index kFirst = kFirstPoints;
  return number < kFirst ? key_of(kStartPoint, seed, number) : key_of(kMorePoints, seed, number - kFirst);
}
StreamKey start_probe(std::uint64_t seed) { return key_of(kStartProbe, seed); }
StreamKey elbo_on_path(std::uint64_t seed) { return key_of(kElboOnPath, seed); }
StreamKey elbo_of_start(std::uint64_t seed) { return key_of(kElboOfStart, seed); }
StreamKey weights_of_start(std::uint64_t seed) { return key_of(kWeightsOfStart, seed); }
StreamKey random_start(std::uint64_t seed) { return key_of(kRandomStart, seed); }
StreamKey random_start_step(std::uint64_t seed, Index step) { return key_of(kRandomStartStep, seed, step); }
StreamKey directions(std::uint64_t seed, Index round) { return key_of(kDirections, seed, round); }

StreamKey selection(std::uint64_t seed, Index round, Index chunk) { return key_of(kSelection, seed, round, chunk); }
StreamKey gap(std::uint64_t seed, Index round, Index chunk) { return key_of(kGap, seed, round, chunk); }
StreamKey costs(std::uint64_t seed, Index round, Index chunk) { return key_of(kCosts, seed, round, chunk); }
StreamKey timed_step(std::uint64_t seed, Index step) { return key_of(kTimedStep, seed, step); }

StreamKey elbo_of_trace(std::uint64_t seed) { return key_of(kTrace, seed); }
StreamKey elbo_of_average(std::uint64_t seed) { return key_of(kElboOfAverage, seed); }

StreamKey bridge(std::uint64_t seed, Index mode) { return key_of(kBridge, seed, mode); }

StreamKey row_sample(std::uint64_t seed) { return key_of(kRowSample, seed); }

StreamKey check_points(std::uint64_t seed) { return key_of(kCheck, seed); }
StreamKey simulation(std::uint64_t seed, Index number) { return key_of(kSimulation, seed, number); }

}  // namespace streams

namespace {

// Of the fit, later.
using BySample = std::array<streams::Range, 2>;

streams::Range one_of(const BySample& ranges, Sample sample) { return ranges[static_cast<std::size_t>(sample)]; }

}  // namespace

StreamKey SampleStreams::draws() const {
  using namespace streams;
  return key_of(one_of({kFitDraws, kLaterDraws}, sample), seed);
}

StreamKey SampleStreams::resampling() const {
  using namespace streams;
  return key_of(one_of({kFitResampling, kLaterResampling}, sample), seed);
}

StreamKey SampleStreams::proposal(Index stage, Index number) const {
  using namespace streams;
  return key_of(one_of({kFitProposals, kLaterProposals}, sample), seed, number, stage);
}

StreamKey SampleStreams::tails(Index stage, Index number) const {
  using namespace streams;
  return key_of(one_of({kFitTails, kLaterTails}, sample), seed, number, stage);
}

StreamKey SampleStreams::final_proposal(Index number) const {
  using namespace streams;
  return key_of(one_of({kFitFinal, kLaterFinal}, sample), seed, number);
}

StreamKey SampleStreams::final_tails(Index number) const {
  using namespace streams;
  return key_of(one_of({kFitFinalTails, kLaterFinalTails}, sample), seed, number);
}

StreamKey SampleStreams::chain_start() const {
  using namespace streams;
  return key_of(one_of({kFitChainStart, kLaterChainStart}, sample), seed);
}

StreamKey SampleStreams::chain_momenta(Index move) const {
  using namespace streams;
  return key_of(one_of({kFitChains, kLaterChains}, sample), seed, move);
}

StreamKey SampleStreams::chain_uniforms(Index move) const {
  using namespace streams;
  return key_of(one_of({kFitChainUniforms, kLaterChainUniforms}, sample), seed, move);
}

std::uint64_t SampleStreams::quantities_seed() const {
  if (sample != Sample::Later) return seed;
  double uniform = 0;
  fill_uniforms(streams::key_of(streams::kLaterSeed, seed), {&uniform, 1});
  return static_cast<std::uint64_t>(std::ldexp(uniform, 53));
}

}  // namespace g2t
