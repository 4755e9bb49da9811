#include <g2t/core/version.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace g2t {
namespace {

TEST(Version, HasThreeNumbers) { EXPECT_THAT(version(), ::testing::MatchesRegex("[0-9]+[.][0-9]+[.][0-9]+")); }

}  // namespace
}  // namespace g2t
