// Numbers: what is taken, what is refused, and that what is written reads back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <g2t/io/number.hpp>
#include <limits>
#include <random>
#include <string>

namespace g2t {
namespace {

using ::testing::HasSubstr;

TEST(ParseNumber, TakesDecimalNotation) {
  EXPECT_EQ(parse_number("+.5"), 0.5);
  EXPECT_EQ(parse_number("4.e-1"), 0.4);
  EXPECT_EQ(parse_number("-1.2E0"), -1.2);
  EXPECT_EQ(parse_number("007"), 7.0);
  EXPECT_EQ(parse_number("1e+3"), 1000.0);
  EXPECT_EQ(parse_number("9007199254740993"), 9007199254740992.0);
  EXPECT_TRUE(std::signbit(parse_number("-0").value()));
}

TEST(ParseNumber, TakesSubnormalsAndRoundsTheTiniestToZero) {
  EXPECT_EQ(parse_number("1e-320"), 1e-320);
  EXPECT_EQ(parse_number("5e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(parse_number("1e-400"), 0.0);
  EXPECT_EQ(parse_number("1e-99999999999999999999"), 0.0);
  EXPECT_EQ(parse_number("0." + std::string(400, '0') + "1"), 0.0);
  EXPECT_EQ(parse_number("0e999"), 0.0);
}

TEST(ParseNumber, RefusesEverythingElse) {
  for (const char* text :
       {"",    " ",     "nan",   "NaN", "inf", "-Infinity", "1e400", "-1e400", "0x1p3", "0x10",
        "1,5", "1.5d0", "1.5D0", "abc", "?",   ".",         "+",     "-",      "--1",   "+-1",
        "-+1", "1e",    "1e+",   " 1",  "1 ",  "1_000",     "1.2.3", "1:2",    "1f",    "1e99999999999999999999"}) {
    EXPECT_EQ(parse_number(text), std::nullopt) << text;
  }
  EXPECT_EQ(parse_number(std::string("1\0", 2)), std::nullopt);
  EXPECT_EQ(parse_number("1" + std::string(400, '0')), std::nullopt);
}

TEST(DescribeNumberFault, SaysWhichKind) {
  EXPECT_THAT(describe_number_fault("  "), HasSubstr("nothing"));
  EXPECT_THAT(describe_number_fault("-inf"), HasSubstr("finite"));
  EXPECT_THAT(describe_number_fault("NA"), HasSubstr("missing"));
  EXPECT_THAT(describe_number_fault("0,5"), HasSubstr("decimal comma"));
  EXPECT_THAT(describe_number_fault("1e400"), HasSubstr("too large"));
  EXPECT_THAT(describe_number_fault("two"), HasSubstr("not a number"));
}

TEST(MissingValue, KnowsTheUsualSpellings) {
  for (const char* text : {"", "  ", "NA", "na", "n/a", "NaN", "null", "None", "-", "?", ".", "inf", "-Infinity"}) {
    EXPECT_TRUE(is_missing_value(text)) << text;
  }
  for (const char* text : {"0", "-1", "a", "nana", "x1"}) EXPECT_FALSE(is_missing_value(text)) << text;
}

TEST(FormatNumber, ReadsBackAsTheSameDouble) {
  std::mt19937_64 generator(1);
  for (int i = 0; i < 100000; ++i) {
    const std::uint64_t bits = generator();
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    ASSERT_EQ(parse_number(format_number(value)), value);
  }
}

TEST(FormatNumber, IsShort) {
  EXPECT_EQ(format_number(0.1), "0.1");
  EXPECT_EQ(format_number(1e6), "1000000");
  EXPECT_EQ(format_number(1e20), "1e+20");
  EXPECT_EQ(format_number(1e-9), "1e-09");
  EXPECT_EQ(format_number(-1.2345678901234567e-5), "-0.000012345678901234568");
  EXPECT_EQ(format_number(-123456789.125), "-123456789.125");
  EXPECT_EQ(format_number(3), "3");
  EXPECT_EQ(format_number(std::nan("")), "nan");
  EXPECT_EQ(format_number(-std::nan("")), "nan");
  EXPECT_EQ(format_number(-std::numeric_limits<double>::infinity()), "-inf");
}

TEST(ParseCount, TakesWholeNumbersAlone) {
  EXPECT_EQ(parse_count("0"), 0);
  EXPECT_EQ(parse_count("-12"), -12);
  EXPECT_EQ(parse_count("9223372036854775807"), std::numeric_limits<Index>::max());
  for (const char* bad : {"", " 1", "1 ", "+1", "1e3", "1.0", "0x1", "9223372036854775808"})
    EXPECT_EQ(parse_count(bad), std::nullopt) << bad;
  EXPECT_EQ(parse_seed("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  for (const char* bad : {"", "-1", "1.5", "18446744073709551616"}) EXPECT_EQ(parse_seed(bad), std::nullopt) << bad;
}

}  // namespace
}  // namespace g2t
