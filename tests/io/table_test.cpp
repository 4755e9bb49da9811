// Columns by name, and the errors of cells that are not what a column should hold.
#include <g2t/io/table.hpp>
#include <io/io_testing.hpp>

namespace g2t {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using namespace g2t::testing;

TEST(Table, FindsColumnsByName) {
  const Table table = csv_of("alcohol,density,quality\n1,2,3\n");
  EXPECT_EQ(table.column_index("density"), 1);
  EXPECT_THAT(
      message_of([&] { (void)table.column_index("Quality"); }),
      AllOf(HasSubstr("data.csv"), HasSubstr("did you mean 'quality'"), HasSubstr("alcohol, density, quality")));
  EXPECT_THAT(message_of([&] { (void)table.column_index("zzzzzz"); }), Not(HasSubstr("did you mean")));
  EXPECT_THAT(message_of([] { (void)csv_of("1,2\n").column_index("y"); }), HasSubstr("holds no names"));
}

TEST(Table, MissingValuesAreNeverNumbers) {
  for (const char* cell : {"", "NA", "nan", "null", "-", "   ", "\"\"", "inf", "-inf", "NaN", "?", "0x1", "1e400"}) {
    const Table table = csv_of(std::string("y,x1,x2\n1,0.5,-1.2\n0,") + cell + ",0.3\n1,-0.7,0.4\n");
    EXPECT_THAT(message_of([&] { (void)table.numeric_column("x1"); }),
                AllOf(HasSubstr("data.csv:3:2"), HasSubstr("'x1'"), HasSubstr("data row 2")))
        << cell;
    EXPECT_EQ(table.numeric_column("x2")[1], 0.3);
  }
  const Table last = csv_of("y,x1,x2\n1,0.5,-1.2\n0,1.5,\n");
  EXPECT_THAT(message_of([&] { (void)last.numeric_column("x2"); }), AllOf(HasSubstr(":3:3"), HasSubstr("x2")));
  const Table text = csv_of("g,x\na,1\nNA,2\n");
  EXPECT_THAT(message_of([&] { (void)text.text_column("g"); }), AllOf(HasSubstr(":3:1"), HasSubstr("missing")));
}

TEST(Table, DecimalCommaIsAnErrorWithAHint) {
  const Table table = csv_of("\"a\";\"b\";\"quality\"\n0,5;0;1\n0;1,5;0\n");
  EXPECT_THAT(
      message_of([&] { (void)table.numeric_column("a"); }),
      AllOf(HasSubstr("data.csv:2:1"), HasSubstr("data row 1"), HasSubstr("'0,5'"), HasSubstr("decimal comma")));
}

TEST(Table, CountsAreWholeAndNotNegative) {
  const auto table_of = [](const std::string& cell) { return csv_of("y,exposure\n1,1\n0,2\n" + cell + ",1\n"); };
  for (const char* cell : {"-1", "2.5", "1e20", "nan", "two"}) {
    EXPECT_THAT(message_of([&] { (void)table_of(cell).count_column("y"); }),
                AllOf(HasSubstr("data.csv:4:1"), HasSubstr("data row 3"), HasSubstr(std::string("'") + cell + "'")));
  }
  EXPECT_THAT(csv_of("y\n2.0\n3e0\n2500000000\n").count_column("y"), ElementsAre(2, 3, 2500000000.0));
}

TEST(Table, ColumnsOfText) { EXPECT_THAT(csv_of("g,x\nb,1\n\"a, c\",2\n").text_column("g"), ElementsAre("b", "a, c")); }

TEST(Table, LaterErrorsNameTheCell) {
  const Table table = csv_of("y,exposure\n1,1\n0,-2\n");
  try {
    table.fail(1, 1, "an exposure must be positive");
  } catch (const InputError& error) {
    EXPECT_EQ(error.location().line, 3);
    EXPECT_EQ(error.location().column, 2);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("exposure must be positive"), HasSubstr("'-2'")));
  }
}

}  // namespace
}  // namespace g2t
