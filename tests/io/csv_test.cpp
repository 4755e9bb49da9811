// CSV files: delimiters, quotes, line ends, header rule, rows that do not fit.
#include <g2t/io/csv.hpp>
#include <io/io_testing.hpp>

namespace g2t {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace g2t::testing;

const std::string kRows = "1,0.5,0,-1.2\n0,0,1.5,0.3\n1,-0.7,0.4,0\n0,1.1,0,0.8\n1,0,-0.9,0\n0,-0.2,0.6,1.4\n";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

TEST(Csv, ReadsALaterPartOfAFile) {
  const Table first = csv_of("y;x\n1;2\n0;3\n");
  CsvOptions how;
  how.continued = &first;
  how.lines_before = 3;
  const Table table = csv_of("z;4\n\n;5\n", how);
  EXPECT_EQ(table.names, first.names);
  EXPECT_TRUE(table.has_header);
  EXPECT_EQ(table.row_count(), 2);
  EXPECT_THAT(table.lines, ElementsAre(4, 6));
  EXPECT_EQ(table.cell(0, 0), "z");
  EXPECT_EQ(table.cell(1, 0), "");
  EXPECT_EQ(csv_of("", how).row_count(), 0);
  EXPECT_THAT(message_of([&] { csv_of("1;2\n1;2;3\n", how); }), AllOf(HasSubstr("data.csv:5"), HasSubstr("3 cells")));
}

TEST(Csv, TakesTheFirstLineAsNamesIfACellIsNotANumber) {
  const Table with = csv_of("y,x1,x2,x3\n" + kRows);
  EXPECT_TRUE(with.has_header);
  EXPECT_THAT(with.names, ElementsAre("y", "x1", "x2", "x3"));
  EXPECT_EQ(dense(with, 1, 3), six_rows());
  EXPECT_THAT(with.lines, ElementsAre(2, 3, 4, 5, 6, 7));

  const Table without = csv_of(kRows);
  EXPECT_FALSE(without.has_header);
  EXPECT_THAT(without.names, ElementsAre("x1", "x2", "x3", "x4"));
  EXPECT_EQ(dense(without, 1, 3), six_rows());
}

TEST(Csv, NumericNamesNeedTheOption) {
  const std::string text = "10,20,30,40\n" + kRows;
  EXPECT_EQ(csv_of(text).row_count(), 7);
  CsvOptions options;
  options.header = CsvHeader::Yes;
  EXPECT_EQ(csv_of(text, options).row_count(), 6);
  EXPECT_EQ(dense(csv_of(text, options), 1, 3), six_rows());
  options.header = CsvHeader::No;
  EXPECT_EQ(csv_of("a,b\nc,d\n", options).row_count(), 2);
}

TEST(Csv, AsksWhereTheFirstLineMayBeDataWithAFault) {
  EXPECT_THAT(message_of([] { csv_of("1,NA,3\n1,2,3\n"); }), AllOf(HasSubstr("data.csv:1:2"), HasSubstr("'NA'")));
  EXPECT_THAT(message_of([] { csv_of("0,5;0\n1;1\n"); }), AllOf(HasSubstr("data.csv:1:1"), HasSubstr("0,5")));
  EXPECT_TRUE(csv_of("id,NA,2020\n1,2,3\n").has_header);
}

TEST(Csv, LineEndsDoNotMatter) {
  const std::string unix_text = "y,x1,x2,x3\n" + kRows;
  std::string no_end = unix_text;
  no_end.pop_back();
  for (const std::string& text :
       {no_end, unix_text + "\n\n", replaced(unix_text, "\n", "\r\n"), replaced(no_end, "\n", "\r\n"),
        replaced(unix_text, "\n", "\r"), "\xEF\xBB\xBF" + unix_text, "\n  \n" + unix_text,
        replaced(unix_text, "0,1.1", "\n0,1.1"), replaced(unix_text, ",", " , ")}) {
    const Table table = csv_of(text);
    EXPECT_EQ(dense(table, 1, 3), six_rows()) << text;
    EXPECT_THAT(table.names, ElementsAre("y", "x1", "x2", "x3"));
  }
}

TEST(Csv, FindsTheDelimiter) {
  const std::string text = "y,x1,x2,x3\n" + kRows;
  for (const char* delimiter : {",", ";", "\t"}) {
    const Table table = csv_of(replaced(text, ",", delimiter));
    EXPECT_EQ(table.delimiter, delimiter[0]);
    EXPECT_EQ(dense(table, 1, 3), six_rows());
  }
  EXPECT_EQ(csv_of("\"volatile, acid\";b\n1;2\n").names.front(), "volatile, acid");
  EXPECT_THAT(csv_of("weight (kg;lb),b\n1,2\n").names, ElementsAre("weight (kg;lb)", "b"));
  EXPECT_EQ(csv_of("a\tb\n\t\n1\t2\n").row_count(), 2);  // a row of two empty cells is no blank line
  CsvOptions options;
  options.delimiter = '|';
  EXPECT_EQ(csv_of("a|b,c\n1|2\n", options).names.back(), "b,c");
  for (char wrong : {'"', '\n', '.', '1', '-', ' '}) {
    options.delimiter = wrong;
    EXPECT_THROW(csv_of("a\n1\n", options), InvalidArgument);
  }
}

TEST(Csv, ReadsQuotes) {
  const Table table = csv_of("name,\"a \"\"b\"\" c\"\r\n\"x, y\",1\r\n\"two\r\nlines\", \" 2 \"\r\nplain,3\r\n");
  EXPECT_THAT(table.names, ElementsAre("name", "a \"b\" c"));
  EXPECT_EQ(table.cell(0, 0), "x, y");
  EXPECT_EQ(table.cell(1, 0), "two\r\nlines");
  EXPECT_EQ(table.cell(1, 1), " 2 ");
  EXPECT_THAT(table.lines, ElementsAre(2, 3, 5));
}

TEST(Csv, RefusesBrokenQuotes) {
  EXPECT_THAT(message_of([] { csv_of("a,b\n1,\"2\n3,4\n"); }),
              AllOf(HasSubstr("data.csv:2:2"), HasSubstr("not closed")));
  EXPECT_THAT(message_of([] { csv_of("a,b\n\"1\"x,2\n"); }),
              AllOf(HasSubstr("data.csv:2:1"), HasSubstr("closing quote")));
  EXPECT_THAT(message_of([] { csv_of("a,b\n1,5\"\n"); }), AllOf(HasSubstr("data.csv:2:2"), HasSubstr("quote inside")));
}

TEST(Csv, RefusesRowsThatDoNotFit) {
  EXPECT_THAT(message_of([] { csv_of("a,b\n1,2\n3\n"); }),
              AllOf(HasSubstr("data.csv:3"), HasSubstr("1 cell "), HasSubstr("'3'")));
  EXPECT_THAT(message_of([] { csv_of("a,b\n1,2,3\n"); }), AllOf(HasSubstr("data.csv:2"), HasSubstr("3 cells")));
  EXPECT_THAT(message_of([] { csv_of("a,b\n\n1,2\n3,4,5\n"); }), HasSubstr("data.csv:4"));
  EXPECT_THAT(message_of([] { csv_of("a\n1\n\n2\n"); }), AllOf(HasSubstr("data.csv:3"), HasSubstr("blank line")));
  EXPECT_EQ(csv_of("a\n1\n2\n\n").row_count(), 2);
}

TEST(Csv, RefusesNamesThatAreEmptyOrTwice) {
  EXPECT_THAT(message_of([] { csv_of("a,,c\n1,2,3\n"); }), AllOf(HasSubstr("data.csv:1:2"), HasSubstr("no name")));
  EXPECT_THAT(message_of([] { csv_of("a,b,a\n1,2,3\n"); }), AllOf(HasSubstr("data.csv:1:3"), HasSubstr("'a'")));
}

TEST(Csv, RefusesFilesWithoutRows) {
  for (const char* text : {"", "\n", " \r\n"}) {
    EXPECT_THAT(message_of([&] { csv_of(text); }), AllOf(HasSubstr("data.csv"), HasSubstr("no data rows")));
  }
  EXPECT_THAT(message_of([] { csv_of("y,x1,x2\n"); }), HasSubstr("no data rows, only a line of names"));
  EXPECT_THAT(message_of([] { csv_of("y,x1,x2"); }), HasSubstr("no data rows"));
  CsvOptions options;
  options.skip_lines = 5;
  EXPECT_THAT(message_of([&] { csv_of("a\n1\n", options); }), HasSubstr("no data rows"));
}

TEST(Csv, ReadsCellsSeparatedByBlanksAfterLinesOfText) {
  CsvOptions options;
  options.skip_lines = 3;
  options.blank_separated = true;
  const Table table =
      csv_of("stops (with \"noise\n\netc., etc.\nstops pop \"past arrests\"\n75 1720\t191\n  36  1720 57 \n", options);
  EXPECT_THAT(table.names, ElementsAre("stops", "pop", "past arrests"));
  EXPECT_THAT(table.numeric_column("past arrests"), ElementsAre(191, 57));
  EXPECT_THAT(table.lines, ElementsAre(5, 6));
  options.delimiter = ',';
  EXPECT_THROW(csv_of("a\n1\n", options), InvalidArgument);
  options = {};
  options.skip_lines = -1;
  EXPECT_THROW(csv_of("a\n1\n", options), InvalidArgument);
}

TEST(Csv, ReadsLinesOfAnyLength) {
  std::string header = "y";
  std::string row = "1";
  for (int j = 1; j <= 6000; ++j) {
    header += ",x" + std::to_string(j);
    row += "," + std::to_string(j) + ".25";
  }
  const Table table = csv_of(header + "\n" + row + "\n" + row);
  EXPECT_EQ(table.column_count(), 6001);
  EXPECT_EQ(table.row_count(), 2);
  EXPECT_EQ(table.numeric_column("x6000")[1], 6000.25);
}

TEST(Csv, NamesTheSystemsReason) {
  const ScratchFolder folder;
  EXPECT_THAT(message_of([&] { (void)read_csv(folder.file("missing.csv")); }), HasSubstr("No such file"));
  EXPECT_EQ(dense(read_csv(folder.write("six.csv", kRows)), 1, 3), six_rows());
}

}  // namespace
}  // namespace g2t
