// Tables as spreadsheets and data frames write them: read like the plain table, or refused with what to remove.
#include <io/csv_spreadsheet.hpp>
#include <io/io_testing.hpp>

namespace g2t {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using namespace g2t::testing;

const Matrix kValues{{1, 2}, {0, 3}};

// The table of two columns y and x with the two rows of kValues.
void expect_plain(const std::string& text) {
  const Table table = csv_of(text);
  ASSERT_THAT(table.names, ElementsAre("y", "x")) << text;
  EXPECT_EQ(dense(table, 0, 2), kValues) << text;
}

TEST(CsvSpreadsheet, LineThatNamesTheDelimiter) {
  for (const char* text :
       {"sep=;\ny;x\n1;2\n0;3\n", "\"sep=;\"\r\ny;x\r\n1;2\r\n0;3\r\n", "SEP=,\ny,x\n1,2\n0,3\n",
        "sep=,,\ny,x\n1,2\n0,3\n", "sep=|\ny|x\n1|2\n0|3\n", "\xEF\xBB\xBFsep=\t\ny\tx\n1\t2\n0\t3\n"})
    expect_plain(text);
  EXPECT_EQ(csv_of("sep=;\ny;x\n1;2\n").lines.front(), 3);
  EXPECT_THAT(message_of([] { csv_of("sep=;\ny;x\n1;2\n3\n"); }), HasSubstr("data.csv:4"));
  EXPECT_EQ(io::delimiter_named("sep=a"), 0);
  EXPECT_EQ(io::delimiter_named("sep="), 0);
  EXPECT_EQ(io::delimiter_named("separator"), 0);
  EXPECT_THAT(csv_of("sep\n1\n").names, ElementsAre("sep"));
}

TEST(CsvSpreadsheet, EmptyCellsAround) {
  for (const char* text : {"y,x,,\n1,2,,\n0,3,,\n", "y,x,\n1,2,\n0,3,\n,,\n,,\n", "y,x\n1,2\n0,3\n,\n,\n",
                           "y,x,,\n1,2,,\n0,3\n", "y,x,\"\"\n1,2,\"\"\n0,3,\n"})
    expect_plain(text);
  EXPECT_THAT(csv_of("y,x,,\n1,2,,\n,,,\n").notes,
              ElementsAre("1 row of empty cells at the end left out", "2 empty columns at the right left out"));
  EXPECT_THAT(csv_of("y,x\n1,2\n").notes, IsEmpty());
  EXPECT_EQ(dense(csv_of("1,2,\n0,3,\n"), 0, 2), kValues);
  EXPECT_EQ(csv_of("1,2,\n0,3,\n").column_count(), 2);
}

TEST(CsvSpreadsheet, KeepsWhatMayBeAMissingValue) {
  EXPECT_EQ(csv_of("y,x\n1,\n0,\n").column_count(), 2);   // a column with a name
  EXPECT_EQ(csv_of("y,x\n,\n0,3\n").row_count(), 2);      // an empty row that is not at the end
  EXPECT_EQ(csv_of("y,x,\n1,2,\n0,,\n").row_count(), 2);  // a row with a value
  EXPECT_EQ(csv_of("y\n1\n\"\"\n").row_count(), 2);                 // a table of one column
  EXPECT_THAT(message_of([] { csv_of("y,x,\n1,2,\n0,3,5\n"); }),
              AllOf(HasSubstr("data.csv:1:3"), HasSubstr("no name")));
  EXPECT_THAT(message_of([] { csv_of("y,,x\n1,,2\n"); }), AllOf(HasSubstr("data.csv:1:2"), HasSubstr("no name")));
  EXPECT_THAT(message_of([] { csv_of("y,x\n,\n,\n"); }), HasSubstr("no data rows"));
}

TEST(CsvSpreadsheet, RowNumbersAreNoColumn) {
  for (const char* text :
       {"\"\",y,x\n\"1\",1,2\n\"2\",0,3\n", ",y,x\n0,1,2\n1,0,3\n", "Unnamed: 0,y,x\n0,1,2\n1,0,3\n"}) {
    expect_plain(text);
    EXPECT_THAT(csv_of(text).notes, ElementsAre(HasSubstr("numbers the rows")));
  }
  EXPECT_THAT(message_of([] { csv_of(",y,x\nMazda,1,2\nFiat,0,3\n"); }),
              AllOf(HasSubstr("data.csv:1:1"), HasSubstr("row.names = FALSE"), HasSubstr("index=False")));
  EXPECT_THAT(message_of([] { csv_of(",y\n1,2\n3,4\n"); }), HasSubstr("no name"));
  EXPECT_EQ(csv_of("Unnamed: 0,y\n1,2\n3,4\n").column_count(), 2);
  EXPECT_EQ(csv_of("id,y\n1,2\n2,3\n").column_count(), 2);
  EXPECT_THAT(message_of([] { csv_of("y,x\n1,1,2\n2,0,3\n"); }),
              AllOf(HasSubstr("data.csv:2"), HasSubstr("row.names")));
}

TEST(CsvSpreadsheet, OtherRowsOfAnotherLengthSayWhatToRemove) {
  EXPECT_THAT(message_of([] { csv_of("# exported\ny,x\n1,2\n"); }),
              AllOf(HasSubstr("data.csv:2"), HasSubstr("comment")));
  EXPECT_THAT(message_of([] { csv_of("y,x\n1,2,\n0,3,\n"); }), HasSubstr("delimiter at the end"));
}

TEST(Csv, NamesBothColumnsOfOneName) {
  EXPECT_THAT(message_of([] { csv_of("y,age,x,age\n1,2,3,4\n"); }),
              AllOf(HasSubstr("data.csv:1:4"), HasSubstr("columns 2 and 4"), HasSubstr("'age'")));
}

}  // namespace
}  // namespace g2t
