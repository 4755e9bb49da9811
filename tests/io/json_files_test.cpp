// JSON files: round trips to the last bit, and every fault named by file, key path and text.
#include <cmath>
#include <g2t/io/json_files.hpp>
#include <io/io_testing.hpp>
#include <io/json_document.hpp>

namespace g2t {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace g2t::testing;

Gaussian example(Structure structure) {
  Gaussian q;
  q.structure = structure;
  q.mean.resize(3);
  q.mean << 1.0 / 3, -123456789.125, 1e-300;
  if (structure != Structure::Dense) {
    q.scale.resize(3);
    q.scale << 0.1, 5e-324, std::nextafter(1, 2);
    q.basis.resize(structure == Structure::LowRank ? 3 : 0, structure == Structure::LowRank ? 2 : 0);
    if (structure == Structure::LowRank) q.basis << 0.6, 0, 0.8, 0, 0, 1;
    if (structure == Structure::LowRank) q.variances = Vector({{1e-17, 1.0 / 3}});
  } else {
    q.cholesky = Matrix::Zero(3, 3);
    q.cholesky << M_PI, 0, 0, -1e-17, M_E, 0, 1e17 / 3, 0, 0.7;
  }
  return q;
}

TEST(GaussianFile, ReadsBackTheSameBits) {
  const std::vector<std::string> names{"mu", "log \"sigma\"", "räte, 1"};
  for (Structure structure : {Structure::Diagonal, Structure::Dense, Structure::LowRank}) {
    const Gaussian q = example(structure);
    const NamedGaussian read = parse_gaussian(gaussian_json(q, names).dump(), "q.json", 3);
    EXPECT_EQ(read.names, names);
    EXPECT_EQ(read.q.structure, structure);
    EXPECT_EQ(read.q.mean, q.mean);
    EXPECT_EQ(read.q.scale, q.scale);
    EXPECT_EQ(read.q.cholesky, q.cholesky);
    EXPECT_EQ(read.q.basis, q.basis);
    EXPECT_EQ(read.q.variances, q.variances);
  }
}

TEST(GaussianFile, HasTheKeysOfTheContract) {
  Gaussian q = isotropic_gaussian(Structure::Dense, Vector::Zero(2), 0.5);
  EXPECT_EQ(gaussian_json(q, {"a", "b"}).dump(),
            R"({"family":"full-rank","names":["a","b"],"mean":[0.0,0.0],"cholesky":[[0.5],[0.0,0.5]]})");
  q = isotropic_gaussian(Structure::Diagonal, Vector::Zero(1), 2);
  EXPECT_EQ(gaussian_json(q, {"a"}).dump(), R"({"family":"mean-field","names":["a"],"mean":[0.0],"scale":[2.0]})");
  Gaussian low_rank = isotropic_gaussian(Structure::LowRank, Vector::Zero(2), 2);
  low_rank.basis = Vector({{0.6, 0.8}});
  low_rank.variances = Vector::Constant(1, 9);
  EXPECT_EQ(gaussian_json(low_rank, {"a", "b"}).dump(),
            R"({"family":"low-rank","names":["a","b"],"mean":[0.0,0.0],"scale":[2.0,2.0],"variances":[9.0],"basis":[[0.6,0.8]]})");
  q.mean[0] = std::nan("");
  EXPECT_THROW((void)gaussian_json(q, {"a"}), InvalidArgument);
  EXPECT_THROW((void)gaussian_json(q, {}), InvalidArgument);
  EXPECT_TRUE(parse_gaussian(R"({"family": "mean-field", "mean": [1], "scale": [2]})", "q").names.empty());
}

void expect_fault(const std::string& text, const std::string& first, const std::string& second) {
  EXPECT_THAT(message_of([&] { (void)parse_gaussian(text, "q.json", 2); }),
              AllOf(HasSubstr("q.json"), HasSubstr(first), HasSubstr(second)))
      << text;
}

TEST(GaussianFile, SaysWhatIsWrongWithDirections) {
  const std::string begin = R"({"family": "low-rank", "mean": [1, 2], "scale": [1, 1], "variances": )";
  expect_fault(begin + R"([2], "basis": [[1, 1]]})", "basis", "length 1");
  expect_fault(begin + R"([2, 3], "basis": [[1, 0]]})", "variances", "2");
  expect_fault(begin + R"([-2], "basis": [[1, 0]]})", "variances", "positive");
  expect_fault(begin + R"([1, 1, 1], "basis": [[1, 0], [0, 1], [0, 1]]})", "basis", "more rows");
}

TEST(GaussianFile, NamesWhatIsWrong) {
  const std::string start = R"({"family": "mean-field", "mean": [1, 2], )";
  expect_fault(start + R"("scale": [1, null]})", "scale[2]", "'null'");
  expect_fault(start + R"("scale": [1, "NaN"]})", "scale[2]", "NaN");
  expect_fault(start + R"("scale": [1, true]})", "scale[2]", "'true'");
  expect_fault(start + R"("scale": [1, NaN]})", "scale[2]", "q.json:1:55");
  expect_fault(start + R"("scale": [-Infinity, 1]})", "scale[1]", "'-Infinity'");
  expect_fault(start + R"("scale": [1, 1e400]})", "scale[2]", "too large");
  expect_fault(start + R"("scale": [1, 0]})", "scale[2]", "positive");
  expect_fault(start + R"("scale": [1, -1]})", "scale[2]", "'-1'");
  expect_fault(start + R"("scale": [1]})", "scale", "1 entries where 2");
  expect_fault(start + R"("scale": 1})", "scale", "a list");
  expect_fault(start + R"("sd": [1, 1]})", "unknown key sd", "scale");
  expect_fault(start + R"("scale": [1, 1], "scale": [2, 2]})", "scale", "occurs twice");
  expect_fault(start + R"("scale": [1, 1], "names": ["a"]})", "names", "1 entries");
  expect_fault(start + R"("scale": [1, 1], "names": ["a", 2]})", "names[2]", "a text");
  expect_fault(start + R"("names": ["a", "b"]})", "scale", "missing");
  expect_fault(R"({"family": "mean-field", "mean": [1], "scale": [1]})", "mean", "the model has 2");
  expect_fault(R"({"family": "mean-field", "mean": [], "scale": []})", "mean", "empty");
  expect_fault(R"({"family": "banded", "mean": [1, 2]})", "family", "banded");
  expect_fault("[]", "an object", "[]");
}

TEST(GaussianFile, NamesWhatIsWrongWithATriangle) {
  const std::string start = R"({"family": "full-rank", "mean": [1, 2], "cholesky": )";
  expect_fault(start + "[[1, 0], [0.5, 1]]}", "cholesky[1]", "2 entries");
  expect_fault(start + "[[1], [0.5]]}", "cholesky[2]", "1 entries");
  expect_fault(start + "[[1]]}", "cholesky", "1 rows");
  expect_fault(start + "[[1], [0.5, 0]]}", "cholesky[2][2]", "positive");
  expect_fault(start + "[[1], [null, 1]]}", "cholesky[2][1]", "null");
  expect_fault(start + "[1, 2]}", "cholesky[1]", "a list");
}

TEST(Json, SyntaxFaultsNameLineAndColumn) {
  const auto message = [](const std::string& text) { return message_of([&] { io::parse_json(text, "d.json"); }); };
  EXPECT_THAT(message("{\"N\": 2,\n \"X\": [[NaN], [1.0]]}"),
              AllOf(HasSubstr("d.json:2:9"), HasSubstr("X[1][1]"), HasSubstr("'NaN'")));
  EXPECT_THAT(message("{\"X\": [[1, -Infinity]]}"),
              AllOf(HasSubstr("d.json:1:12"), HasSubstr("X[1][2]"), HasSubstr("-Infinity")));
  EXPECT_THAT(message("{\"X\": [1, 2,]}"), AllOf(HasSubstr("d.json:1:13"), HasSubstr("']'")));
  EXPECT_THAT(message("{\n'N': 2}"), AllOf(HasSubstr("d.json:2:1"), HasSubstr("'")));
  EXPECT_THAT(message("{\"N\": 2} extra"), AllOf(HasSubstr("d.json:1:10"), HasSubstr("'extra'")));
  EXPECT_THAT(message("{\"N\": [1, 2"), AllOf(HasSubstr("d.json:1:12"), HasSubstr("too soon")));
  EXPECT_THAT(message("{\"a\": {\"y\": 1, \"y\": 2}}"), AllOf(HasSubstr("a.y"), HasSubstr("twice")));
  EXPECT_THAT(message(""), HasSubstr("empty"));
  EXPECT_THAT(message("{\"a\": \"x"), HasSubstr("d.json:1"));
}

TEST(RecipeFile, ReadsBack) {
  const Recipe recipe{"rep", {"entropy", "taylor"}, {-0.98, 1.0 / 3}, 8, true};
  const std::string text = recipe_json(recipe).dump();
  EXPECT_EQ(
      text,
      R"({"base":"rep","control_variates":["entropy","taylor"],"weights":[-0.98,0.3333333333333333],"draws":8,"antithetic":true})");
  const Recipe read = parse_recipe(text, "r.json");
  EXPECT_EQ(read.base, recipe.base);
  EXPECT_EQ(read.control_variates, recipe.control_variates);
  EXPECT_EQ(read.weights, recipe.weights);
  EXPECT_EQ(read.draws, 8);
  EXPECT_TRUE(read.antithetic);
  EXPECT_EQ(parse_recipe(R"({"base": "rep", "control_variates": [], "weights": []})", "r.json").draws, 5);
}

TEST(RecipeFile, NamesWhatIsWrong) {
  const auto expect = [](const std::string& rest, const std::string& part) {
    const std::string text = R"({"base": "rep", "control_variates": ["entropy"], )" + rest + "}";
    EXPECT_THAT(message_of([&] { (void)parse_recipe(text, "r.json"); }), AllOf(HasSubstr("r.json"), HasSubstr(part)))
        << rest;
  };
  expect(R"("weights": [])", "weights: has 0 entries where 1");
  expect(R"("weights": [1], "draws": 0)", "draws");
  expect(R"("weights": [1], "draws": 2.5)", "'2.5'");
  expect(R"("weights": [1], "draws": 5, "antithetic": true)", "r.json");
  expect(R"("weights": [1], "antithetic": 1)", "antithetic");
  expect(R"("weights": [1], "draw": 5)", "unknown key draw");
  EXPECT_THAT(message_of([] {
                (void)parse_recipe(R"({"base": "rep", "control_variates": ["a", "a"], "weights": [1, 1]})", "r.json");
              }),
              AllOf(HasSubstr("control_variates[2]"), HasSubstr("twice")));
}

TEST(CostFile, ReadsBackInOrder) {
  Costs costs;
  costs.terms = {{"rep", {1e-6, 3.5e-6}}, {"taylor", {2e-4, 1e-7}}, {"entropy", {0, 1e-8}}};
  costs.shared = {{{"taylor", "entropy"}, {1e-5, 0}}};
  const Costs read = parse_costs(costs_json(costs).dump(), "c.json");
  ASSERT_EQ(read.terms.size(), 3U);
  EXPECT_EQ(read.terms[1].name, "taylor");
  EXPECT_EQ(read.terms[1].cost.per_step, 2e-4);
  EXPECT_EQ(read.terms[0].cost.per_draw, 3.5e-6);
  EXPECT_THAT(read.shared.at(0).members, ElementsAre("taylor", "entropy"));
  EXPECT_EQ(costs_json(read).dump(), costs_json(costs).dump());
  EXPECT_TRUE(parse_costs(R"({"terms": {"rep": {"per_step": 0, "per_draw": 1}}})", "c.json").shared.empty());
}

TEST(CostFile, KeepsTimesByDraws) {
  Costs costs;
  costs.terms = {{"rep", {1e-6, 3e-6, {{1, 5e-6}, {8, 6e-6}, {16, 1.2e-5}}}}, {"prior", {0, 1e-7}}};
  const Costs read = parse_costs(costs_json(costs).dump(), "c.json");
  EXPECT_EQ(read.terms[0].cost.seconds(8), 6e-6);
  EXPECT_EQ(read.terms[0].cost.seconds(12), costs.terms[0].cost.seconds(12));
  EXPECT_TRUE(read.terms[1].cost.by_draws.empty());
  EXPECT_EQ(costs_json(read).dump(), costs_json(costs).dump());
}

TEST(CostFile, NamesWhatIsWrong) {
  const auto expect = [](const std::string& text, const std::string& part) {
    EXPECT_THAT(message_of([&] { (void)parse_costs(text, "c.json"); }), AllOf(HasSubstr("c.json"), HasSubstr(part)))
        << text;
  };
  const std::string rep = R"({"terms": {"rep": {"per_step": 1, "per_draw": 1}}, "shared": )";
  expect(R"({"terms": {"rep": {"per_step": -1, "per_draw": 1}}})", "terms.rep.per_step");
  expect(R"({"terms": {"rep": {"per_step": 1}}})", "terms.rep.per_draw is missing");
  expect(R"({"terms": {"rep": {"per_step": 1, "per_draw": 1, "x": 2}}})", "unknown key terms.rep.x");
  expect(R"({"terms": {}})", "terms: is empty");
  const auto table = [](const std::string& rows) {
    return R"({"terms": {"rep": {"per_step": 1, "per_draw": 1, "by_draws": )" + rows + "}}}";
  };
  expect(table("[]"), "terms.rep.by_draws");
  expect(table("[[1]]"), "terms.rep.by_draws[1]");
  expect(table("[[1.5, 2]]"), "terms.rep.by_draws[1][1]");
  expect(table("[[2, 2], [1, 3]]"), "must ascend");
  expect(table("[[2, -2]]"), "terms.rep.by_draws[1][2]");
  expect(R"({"terms": []})", "terms");
  expect(rep + R"([{"members": ["tailor"], "per_step": 1, "per_draw": 1}]})", "shared[1].members[1]");
  expect(rep + R"([{"members": [], "per_step": 1, "per_draw": 1}]})", "shared[1].members");
  expect(rep + R"([{"members": ["rep", "rep"], "per_step": 1, "per_draw": 1}]})", "occurs twice");
}

TEST(PointsFile, ReadsRows) {
  const Matrix points = parse_points(R"({"points": [[1, 2.5, -3e-2], [0, 0, 1]]})", "p.json", 3);
  Matrix expected(2, 3);
  expected << 1, 2.5, -0.03, 0, 0, 1;
  EXPECT_EQ(points, expected);
  const auto expect = [](const std::string& list, const std::string& part) {
    EXPECT_THAT(message_of([&] { (void)parse_points("{\"points\": " + list + "}", "p.json", 2); }),
                AllOf(HasSubstr("p.json"), HasSubstr(part)));
  };
  expect("[[1, 2], [3]]", "points[2]: has 1 entries where 2");
  expect("[[1, 2, 3]]", "points[1]: has 3 entries where the model has 2");
  expect("[[1, 2], [3, null]]", "points[2][2]");
  expect("[]", "points: is empty");
  expect("[[]]", "points[1]: is empty");
  expect("[1, 2]", "points[1]");
}

TEST(PoolFile, ReadsCandidates) {
  const auto pool = parse_pool(
      R"({"candidates": [{"name": "a", "g2": 2, "seconds": 0.5}, {"name": "b", "g2": 1, "seconds": 3}]})", "p");
  ASSERT_EQ(pool.size(), 2U);
  EXPECT_EQ(pool[0].name, "a");
  EXPECT_EQ(pool[0].mean_square, 2);
  EXPECT_EQ(pool[1].seconds, 3);
  EXPECT_THAT(message_of([] { (void)parse_pool(R"({"candidates": [{"name": "a", "g2": -2, "seconds": 0.5}]})", "p"); }),
              HasSubstr("candidates[1].g2"));
  EXPECT_THAT(message_of([] { (void)parse_pool(R"({"candidates": [{"name": "a", "g2": 2, "seconds": 0}]})", "p"); }),
              AllOf(HasSubstr("candidates[1].seconds"), HasSubstr("positive")));
  EXPECT_THAT(message_of([] { (void)parse_pool(R"({"candidates": []})", "p"); }), HasSubstr("empty"));
}

TEST(JsonFiles, AreReadFromDisk) {
  const ScratchFolder folder;
  const std::string path = folder.write("points.json", "\xEF\xBB\xBF{\"points\": [[1]]}\n");
  EXPECT_EQ(read_points(path)(0, 0), 1);
  EXPECT_THAT(message_of([&] { (void)read_costs(folder.file("no.json")); }), HasSubstr("No such file"));
  EXPECT_THAT(message_of([&] { (void)read_recipe(path); }), AllOf(HasSubstr(path), HasSubstr("points")));
}

}  // namespace
}  // namespace g2t
