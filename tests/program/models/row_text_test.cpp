// Parts of a text that are cut by bytes: together the text, each of whole rows, with the lines that lie before.
#include <program/models/row_text.h>

#include <g2t/core/errors.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <support/scratch_folder.hpp>
#include <support/thread_communicator.hpp>
#include <vector>

namespace g2t::program {
namespace {

std::vector<RowText> parts_of(const std::string& text, bool has_quotes, Index count) {
  const testing::ScratchFolder folder;
  const std::string file = folder.write("data", text);
  std::vector<RowText> parts(static_cast<std::size_t>(count));
  test::run_ranks(count, [&](test::ThreadCommunicator& communicator) {
    RowGroup group(communicator, 1);
    parts[static_cast<std::size_t>(communicator.rank())] = read_row_text(file, has_quotes, group);
  });
  return parts;
}

void expect_parts(const std::string& text, bool has_quotes, Index count) {
  std::string all;
  for (const RowText& part : parts_of(text, has_quotes, count)) {
    ASSERT_FALSE(part.is_whole);
    EXPECT_EQ(part.lines_before, std::count(all.begin(), all.end(), '\n'));
    EXPECT_TRUE(all.empty() || part.text.empty() || all.back() == '\n');
    EXPECT_TRUE(!has_quotes || std::count(part.text.begin(), part.text.end(), '"') % 2 == 0);
    all += part.text;
  }
  EXPECT_EQ(all, text);
}

std::string lines(int count, const std::string& line = "row ") {
  std::string text;
  for (int k = 0; k < count; ++k) text += line + std::string(static_cast<std::size_t>(k * 7 % 31), 'x') + "\n";
  return text;
}

TEST(RowText, IsCutAtLineEnds) {
  for (const Index count : {1, 2, 3, 5, 8}) {
    SCOPED_TRACE(count);
    expect_parts(lines(1000), false, count);
    expect_parts(lines(1000) + "unended", false, count);
    expect_parts(lines(1000) + std::string(20000, 'y') + "\n", false, count);  // nothing begins in some of the parts
  }
}

TEST(RowText, IsNotCutBetweenQuotes) {
  const std::string quoted = lines(400, "a,\"b\nc \"\"d\"\" e\n\n\",f");
  for (const Index count : {2, 3, 5}) {
    SCOPED_TRACE(count);
    expect_parts(quoted, true, count);
    expect_parts(lines(500) + "\"" + lines(500) + "\"\n" + lines(500), true, count);  // a cell longer than a part
  }
}

TEST(RowText, IsWholeWhereThereAreFewLines) {
  for (const RowText& part : parts_of(lines(20), false, 3)) {
    EXPECT_TRUE(part.is_whole);
    EXPECT_EQ(part.text, lines(20));
  }
}

TEST(RowText, CountsLineEndsOfAnyKind) {
  EXPECT_EQ(count_line_ends(""), 0);
  EXPECT_EQ(count_line_ends("a"), 0);
  EXPECT_EQ(count_line_ends("a\nb"), 1);
  EXPECT_EQ(count_line_ends("a\r\nb\r\n"), 2);
  EXPECT_EQ(count_line_ends("a\rb\n\nc"), 3);
}

TEST(RowGroup, TellsAllOfAFailure) {
  for (const Index failing : {0, 1, 2})
    test::run_ranks(3, [failing](test::ThreadCommunicator& communicator) {
      RowGroup group(communicator, 1);
      EXPECT_EQ(group.sum(communicator.rank()), 3);
      EXPECT_EQ(group.sum_before(10), 10 * communicator.rank());
      EXPECT_EQ(group.is_any(communicator.rank() == 2), true);
      std::string told;
      try {
        if (communicator.rank() == failing) throw InputError({"data.csv", 7, 2}, "is no number", "x");
        static_cast<void>(group.gather(""));
      } catch (const InputError& error) {
        told = error.what();
        group.tell_failure();
      } catch (const OtherProcessFailed& error) {
        told = error.what();
      }
      EXPECT_EQ(told, "data.csv:7:2: is no number: 'x'");
    });
}

TEST(RowGroup, PacksAnyTexts) {
  const std::vector<std::string> texts{"", "a:b", "1:", std::string("\0\n", 2), "\xFF"};
  EXPECT_EQ(unpack(pack(texts)), texts);
  EXPECT_TRUE(unpack("").empty());
}

}  // namespace
}  // namespace g2t::program
