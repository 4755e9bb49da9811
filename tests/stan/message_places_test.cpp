// Places of one version of a program become those of another, and nothing else changes.
#include <gtest/gtest.h>
#include <stan/message_places.h>

namespace g2t::stan {
namespace {

// Line + 10, column + 100.
ProgramPlace moved(const ProgramPlace& place) { return {"m.stan", place.line + 10, place.column + 100}; }

TEST(MessagePlaces, AreMapped) {
  EXPECT_EQ(with_mapped_places("no (in 'a.stan', line 1, column 2)", moved), "no (in 'm.stan', line 11, column 102)");
  EXPECT_EQ(with_mapped_places("(in 'a', line 1, column 2 to column 5)", moved), "(in 'm.stan', line 11, column 102 to column 105)");
  EXPECT_EQ(with_mapped_places("(in 'a', line 1, column 2 to line 3, column 5)", moved),
            "(in 'm.stan', line 11, column 102 to line 13, column 105)");
  EXPECT_EQ(with_mapped_places("'a', line 1, column 38, included from\n'b', line 1, column 0", moved),
            "'m.stan', line 11, column 138, included from\n'm.stan', line 11, column 100");
}

TEST(MessagePlaces, AreNotSeenElsewhere) {
  for (const std::string text : {"it's 'b', line", "'a', line x, column 2", "'a', line 1", "'a', line 1, row 2", "'", "x''y", "line 1, column 2"})
    EXPECT_EQ(with_mapped_places(text, moved), text);
}

TEST(MessagePlaces, AreThoseOfTheQuotedLines) {
  const std::string output =
      "Syntax error in 'a.stan', line 2, column 3 to column 4, parsing error:\n   ---\n     1:  old\n     2:  old line\n"
      "            ^\n   ---\n\nA ^ remains.\n";
  const auto near = [](const ProgramPlace& place) { return ProgramPlace{"m.stan", place.line, place.column - 2}; };
  const auto line = [](const std::string& file, long number) { return file + " " + std::to_string(number); };
  EXPECT_EQ(with_mapped_quotes(output, near, line),
            "Syntax error in 'm.stan', line 2, column 1 to column 2, parsing error:\n   ---\n     1:  m.stan 1\n     2:  m.stan 2\n"
            "          ^\n   ---\n\nA ^ remains.\n");
}

}  // namespace
}  // namespace g2t::stan
