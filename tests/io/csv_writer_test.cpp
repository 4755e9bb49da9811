// What writers write is what readers read, to the last bit; the draws file has CmdStan's layout.
#include <cmath>
#include <g2t/io/csv_writer.hpp>
#include <io/cmdstan_names.hpp>
#include <io/io_testing.hpp>
#include <io/text_file.hpp>
#include <random>

namespace g2t {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using namespace g2t::testing;

DrawsTable example() {
  DrawsTable table;
  table.names = {"mu", "theta.1"};
  table.mean = Vector::Zero(2);
  table.mean << 1e6, 1.0 / 3;
  table.draws.resize(2, 2);
  table.draws << 1000000.0000000001, -123456789.125, 1e-9, 0.1;
  table.log_density = Vector::Zero(2);
  table.log_density << -4.1, -5.25;
  table.log_q = Vector::Zero(2);
  table.log_q << -1.3, -2.05;
  return table;
}

TEST(DrawsCsv, HasAColumnOfChains) {
  DrawsTable table = example();
  table.chains = {0, 7};
  std::ostringstream out;
  write_draws_csv(out, {"logistic", Structure::Dense, 250, 8, {}}, table);
  EXPECT_THAT(out.str(), HasSubstr("\nlp__,log_p__,log_g__,chain__,mu,theta.1\n"));
  EXPECT_THAT(out.str(), HasSubstr("\n0,0,0,0,1000000,0.3333333333333333\n0,-4.1,-1.3,1,1000000.0000000001,-123456789.125\n"
                                   "0,-5.25,-2.05,8,1e-09,0.1\n"));
  table.chains = {0};
  EXPECT_THROW(write_draws_csv(out, {}, table), InvalidArgument);
}

TEST(DrawsCsv, HasTheLayoutOfCmdStan) {
  std::ostringstream out;
  DrawsHeader header{"logistic", Structure::Dense, 250, 8, {{"g2t_version", "0.1.0"}, {"khat", "0.41"}}};
  write_draws_csv(out, header, example());
  EXPECT_EQ(out.str(), R"(# elbo_samples, eta, tol_rel_obj, eval_elbo: not of this run, but what readers of CmdStan files expect
# g2t_version = 0.1.0
# khat = 0.41
# model = logistic
# method = variational
#   variational
#     algorithm = fullrank
#       fullrank
#     iter = 250
#     grad_samples = 8
#     elbo_samples = 100
#     eta = 1
#     tol_rel_obj = 0.01
#     eval_elbo = 100
#     output_samples = 2
lp__,log_p__,log_g__,mu,theta.1
# Stepsize adaptation complete.
# eta = 1
0,0,0,1000000,0.3333333333333333
0,-4.1,-1.3,1000000.0000000001,-123456789.125
0,-5.25,-2.05,1e-09,0.1
)");
  header.structure = Structure::Diagonal;
  std::ostringstream diagonal;
  write_draws_csv(diagonal, header, example());
  EXPECT_THAT(diagonal.str(), HasSubstr("algorithm = meanfield\n"));
}

TEST(DrawsCsv, KeepsEveryLineOfHeaderACommentAndEveryNameOneCell) {
  DrawsTable table = example();
  table.names = {"volatile, acid", "say \"x\"\n"};
  std::ostringstream out;
  write_draws_csv(out, {"a\nb", Structure::Diagonal, 1, 1, {{"note", "two\nlines"}}}, table);
  EXPECT_THAT(out.str(), HasSubstr("\nlp__,log_p__,log_g__,\"volatile, acid\",\"say \"\"x\"\"_\"\n"));
  EXPECT_THAT(out.str(), HasSubstr("# renamed say \"x\"_ : say \"x\" \n"));
  std::ostringstream cmdstan;
  DrawsHeader header;
  header.has_cmdstan_names = true;
  write_draws_csv(cmdstan, header, table);
  EXPECT_THAT(cmdstan.str(), HasSubstr("\nlp__,log_p__,log_g__,volatile_ acid,say _x__\n"));
  EXPECT_THAT(cmdstan.str(), HasSubstr("# renamed volatile_ acid : volatile, acid\n"));
  const std::string text = out.str();
  io::LineReader lines(text);
  while (lines.next() && !lines.line().starts_with("lp__")) EXPECT_THAT(std::string(lines.line()), StartsWith("# "));
}

TEST(DrawsCsv, KeepsDotsUnlessToldOtherwise) {
  DrawsTable table = example();
  table.names = {"sigma.eth", "mu"};
  DrawsHeader header;
  std::ostringstream plain, cmdstan;
  write_draws_csv(plain, header, table);
  EXPECT_THAT(plain.str(), HasSubstr("\nlp__,log_p__,log_g__,sigma.eth,mu\n"));
  header.has_cmdstan_names = true;
  write_draws_csv(cmdstan, header, table);
  EXPECT_THAT(cmdstan.str(), HasSubstr("\nlp__,log_p__,log_g__,sigma_eth,mu\n"));
}

TEST(DrawsCsv, CanKeepDotsOfWholeArraysOnly) {
  using io::cmdstan_names;
  EXPECT_THAT(cmdstan_names({"mu", "theta.1", "theta.2"}), ElementsAre("mu", "theta.1", "theta.2"));
  const std::vector<std::string> matrix{"S.1.1", "S.2.1", "S.1.2", "S.2.2", "S.1.3", "S.2.3"};
  EXPECT_EQ(cmdstan_names(matrix), matrix);
  EXPECT_THAT(cmdstan_names({"S.1.1", "S.1.2", "S.2.1", "S.2.2"}), ElementsAre("S_1_1", "S_1_2", "S_2_1", "S_2_2"));
  EXPECT_THAT(cmdstan_names({"sigma.eth", "a.2", "a.4"}), ElementsAre("sigma_eth", "a_2", "a_4"));
  EXPECT_THAT(cmdstan_names({"b.1", "c", "b.2"}), ElementsAre("b_1", "c", "b_2"));
  EXPECT_THAT(cmdstan_names({"d", "d.1"}), ElementsAre("d", "d_1"));
  EXPECT_THAT(cmdstan_names({"e.x", "e_x", "f."}), ElementsAre("e_x", "e_x_", "f_"));
  EXPECT_TRUE(cmdstan_names({}).empty());
}

TEST(DrawsCsv, RefusesSizesThatDisagree) {
  std::ostringstream out;
  DrawsTable table = example();
  table.names.pop_back();
  EXPECT_THROW(write_draws_csv(out, {}, table), InvalidArgument);
  table = example();
  table.log_q.resize(3);
  EXPECT_THROW(write_draws_csv(out, {}, table), InvalidArgument);
}

TEST(TraceCsv, HasItsColumns) {
  std::ostringstream out;
  write_trace_csv(out,
                  {{0.25, 10, 80, -604.125, 0.5, 1e-3, "rep - 0.98 entropy"}, {1, 20, 160, -600, 0, 0.001, "a,b"}});
  EXPECT_EQ(out.str(),
            "elapsed_seconds,iteration,gradient_draws,elbo,elbo_se,step_size,recipe\n"
            "0.25,10,80,-604.125,0.5,0.001,rep - 0.98 entropy\n1,20,160,-600,0,0.001,\"a,b\"\n");
}

TEST(TableCsv, ReadsBackTheSameBits) {
  std::mt19937_64 generator(7);
  std::normal_distribution<double> normal;
  Matrix columns(200, 3);
  for (double& value : columns.reshaped()) value = normal(generator) * std::exp(10 * normal(generator));
  const std::vector<std::string> names{"y", "a, \"b\"", " c;\n"};
  std::ostringstream out;
  write_table_csv(out, names, columns);
  const Table table = csv_of(out.str());
  EXPECT_EQ(table.names, names);
  EXPECT_EQ(dense(table, 0, 3), columns);
  EXPECT_THROW(write_table_csv(out, {"a"}, columns), InvalidArgument);
}

TEST(LibsvmWriter, ReadsBackTheSame) {
  SparseTable table = libsvm_of(kSixRows);
  table.values[0] = 1.0 / 3;
  std::ostringstream with_texts;
  write_libsvm(with_texts, table);
  EXPECT_THAT(with_texts.str(), StartsWith("+1 1:0.3333333333333333 3:-1.2\n-1 2:1.5"));
  EXPECT_EQ(dense(libsvm_of(with_texts.str())), dense(table));
  table.label_texts.clear();
  std::ostringstream with_numbers;
  write_libsvm(with_numbers, table);
  EXPECT_THAT(libsvm_of(with_numbers.str()).labels, ElementsAre(1, -1, 1, -1, 1, -1));
  table.labels.pop_back();
  EXPECT_THROW(write_libsvm(with_numbers, table), InvalidArgument);
}

TEST(CsvCell, IsQuotedWhereNeeded) {
  EXPECT_EQ(quote_csv_cell("plain.1"), "plain.1");
  EXPECT_EQ(quote_csv_cell("a,b"), "\"a,b\"");
  EXPECT_EQ(quote_csv_cell("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(quote_csv_cell(""), "\"\"");
}

}  // namespace
}  // namespace g2t
