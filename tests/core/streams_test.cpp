// The table of streams: no two uses of one purpose share a number, and every key lies in one range.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <core/stream_recorder.h>
#include <g2t/core/streams.hpp>

namespace g2t {
namespace {

std::uint64_t last_of(const streams::Range& range) { return range.first + (range.count - 1); }

std::string range_of(const StreamKey& key) {
  std::string names;
  for (const streams::Range& range : streams::table())
    if (range.purpose == key.purpose && key.iteration >= range.first && key.iteration <= last_of(range))
      names += (names.empty() ? "" : " and ") + std::string(range.name);
  return names;
}

TEST(Streams, RangesOfAPurposeDoNotOverlap) {
  const std::span<const streams::Range> table = streams::table();
  for (std::size_t i = 0; i < table.size(); ++i) {
    EXPECT_GT(table[i].count, 0u) << table[i].name;
    EXPECT_GE(last_of(table[i]), table[i].first) << table[i].name;  // no overflow
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_STRNE(table[i].name, table[j].name);
      if (table[i].purpose != table[j].purpose) continue;
      EXPECT_TRUE(last_of(table[i]) < table[j].first || last_of(table[j]) < table[i].first)
          << table[i].name << " and " << table[j].name;
    }
  }
}

TEST(Streams, EveryKeyLiesInItsOwnRange) {
  EXPECT_EQ(range_of(streams::step(1, 1000000)), "steps");
  EXPECT_EQ(range_of(streams::race(1, 7)), "steps of the race");
  EXPECT_EQ(range_of(streams::gap(1, 3, 500)), "gap estimates");
  EXPECT_EQ(range_of(streams::costs(1, 100, 100)), "measured costs");
  EXPECT_EQ(range_of(streams::timed_step(1, 2)), "timed steps");
  EXPECT_EQ(range_of(streams::start_point(1, 3)), "first start points");
  EXPECT_EQ(range_of(streams::start_point(1, 4)), "further start points");
  EXPECT_EQ(range_of(streams::random_start(1)), "points of the random start");
  EXPECT_EQ(range_of(streams::random_start_step(1, 249)), "steps of the random start");
  EXPECT_EQ(range_of(SampleStreams{1, Sample::Fit}.draws()), "draws of the fit");
  EXPECT_EQ(range_of(streams::elbo_of_average(1)), "ELBO of the average");
  EXPECT_EQ(range_of(SampleStreams{1, Sample::Fit}.resampling()), "resampling of the fit");
  EXPECT_EQ(range_of(SampleStreams{1, Sample::Fit}.proposal(20, 2)), "proposals of the fit");
  EXPECT_EQ(range_of(SampleStreams{1, Sample::Fit}.tails(0, 2)), "tails of the fit");
  EXPECT_EQ(range_of(SampleStreams{1, Sample::Fit}.final_proposal(2)), "final draws of the fit");
  EXPECT_EQ(range_of(SampleStreams{1, Sample::Later}.final_tails(2)), "later final tails");
  EXPECT_EQ(range_of(SampleStreams{1, Sample::Later}.proposal(20, 1)), "later proposals");
  EXPECT_EQ(range_of(streams::bridge(1, 7)), "normals of bridges");
  EXPECT_EQ(range_of(SampleStreams{1, Sample::Fit}.chain_start()), "starts of chains");
  EXPECT_EQ(range_of(SampleStreams{1, Sample::Fit}.chain_momenta(100000)), "momenta of chains");
  EXPECT_EQ(range_of(SampleStreams{1, Sample::Later}.chain_uniforms(100000)), "uniforms of later chains");
}

TEST(Streams, SeedsRoundsAndNumbersAreToldApart) {
  const auto is_same = [](const StreamKey& a, const StreamKey& b) {
    return a.seed == b.seed && a.purpose == b.purpose && a.iteration == b.iteration;
  };
  EXPECT_FALSE(is_same(streams::costs(1, 1, 0), streams::costs(2, 0, 0)));
  EXPECT_FALSE(is_same(streams::gap(1, 1, 0), streams::gap(1, 0, 1)));
  EXPECT_FALSE(is_same(streams::start_point(1, 4), streams::start_point(1, 3)));
  EXPECT_FALSE(is_same(SampleStreams{1, Sample::Fit}.draws(), SampleStreams{1, Sample::Later}.draws()));
  EXPECT_FALSE(is_same(SampleStreams{1, Sample::Fit}.proposal(1, 0), SampleStreams{1, Sample::Fit}.proposal(0, 1)));
}

TEST(Streams, LaterQuantitiesHaveASeedOfTheirOwn) {
  for (const std::uint64_t seed : {1, 2}) {
    EXPECT_EQ((SampleStreams{seed, Sample::Fit}.quantities_seed()), seed);
    EXPECT_NE((SampleStreams{seed, Sample::Later}.quantities_seed()), seed);
  }
  EXPECT_NE((SampleStreams{1, Sample::Later}.quantities_seed()), (SampleStreams{2, Sample::Later}.quantities_seed()));
}

TEST(StreamRecorder, NotesWhatIsDrawnWhileItLives) {
  std::vector<double> numbers(3);
  fill_normals(streams::step(1, 0), numbers);
  {
    const StreamRecorder recorder;
    fill_normals(streams::step(2, 5), numbers);
    fill_uniforms(streams::simulation(3, 1), numbers);
    const std::vector<StreamKey> keys = recorder.keys();
    ASSERT_EQ(keys.size(), 2u);
    EXPECT_EQ(keys[0].seed, 2u);
    EXPECT_EQ(keys[0].iteration, 5u);
    EXPECT_EQ(keys[1].purpose, Purpose::Simulation);
  }
  const StreamRecorder another;
  EXPECT_TRUE(another.keys().empty());
}

}  // namespace
}  // namespace g2t
