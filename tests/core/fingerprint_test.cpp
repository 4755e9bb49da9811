// Published values of FNV-1a, and texts in parts.
#include <gtest/gtest.h>

#include <g2t/core/fingerprint.hpp>

namespace g2t {
namespace {

TEST(Fingerprint, IsFnv1a) {
  EXPECT_EQ(fingerprint(""), 0xcbf29ce484222325ULL);
  EXPECT_EQ(fingerprint("a"), 0xaf63dc4c8601ec8cULL);
  EXPECT_EQ(fingerprint("foobar"), 0x85944171f73967e8ULL);
}

TEST(Fingerprint, TakesATextInParts) { EXPECT_EQ(fingerprint("bar", fingerprint("foo")), fingerprint("foobar")); }

}  // namespace
}  // namespace g2t
