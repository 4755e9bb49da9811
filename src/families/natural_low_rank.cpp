// A is S (I + W f W^T), turned after a move; gradients are (delta ; scales, B) of a tangent, B by columns.
#include <families/check_gaussian.h>
#include <families/finite_step.h>
#include <families/low_rank_step.h>
#include <families/low_rank_tangent.h>
#include <families/natural_frame.h>
#include <families/turned_root.h>

#include <cmath>
#include <g2t/families/natural.hpp>

namespace g2t {
namespace {

Vector row_products(const Matrix& a, const Matrix& b) { return a.cwiseProduct(b).rowwise().sum(); }

class NaturalLowRank final : public NaturalFamily {
 public:
  explicit NaturalLowRank(const Gaussian& q) : tangents_(Matrix()) { set_gaussian(q); }

  std::unique_ptr<Family> clone() const override { return std::make_unique<NaturalLowRank>(*this); }
  Structure structure() const override { return Structure::LowRank; }
  const Vector& mean() const override { return q_.mean; }
  const Gaussian& gaussian() const override { return q_; }
  Index coordinate_count() const override { return (2 + q_.rank()) * d(); }

  void set_gaussian(const Gaussian& q) override {
    check_gaussian("NaturalLowRank::set_gaussian", q, Structure::LowRank, d());
    use(q);
  }

  void move_to(const Gaussian& q) override { set_gaussian(q); }

  void transform(const Matrix& normals, Matrix& draws) const override {
    draws = root_.times(normals).rowwise() + q_.mean.transpose();
  }

  FrameVectors to_frame(const ScoreVectors& vectors, const Matrix& normals, FrameBuffers& buffers) const override {
    return natural_frame(vectors, normals, buffers,
                         [&](const Matrix& v, const ParameterRange&, Matrix& out) { out = root_.transposed_times(v); });
  }

  // By W^T xi and v, not by v and xi in turn, which has the same mean: its noise does not grow with the dimension.
  void pull_back(const FrameVectors& vectors, const Matrix& normals, Vector& gradient) const override {
    gradient.setZero(coordinate_count());
    if (vectors.location != nullptr) gradient.head(d()) = vectors.location->colwise().mean().transpose();
    if (vectors.scale == nullptr) return;
    const Matrix v = straight(*vectors.scale), xi = straight(normals);
    const Vector diagonal = tangents_.complement(v).cwiseProduct(tangents_.complement(xi)).colwise().mean().transpose();
    const Matrix along = v.transpose() * (xi * q_.basis) / static_cast<double>(normals.rows());
    pack({tangents_.scales(diagonal), tangents_.cleaned(along)}, gradient);
  }

  void expected_pull_back(const ExpectedScore& expected, Vector& gradient) const override {
    gradient.setZero(coordinate_count());
    if (expected.mean.size() > 0) gradient.head(d()) = root_.transposed_times(expected.mean.transpose()).row(0).transpose();
    // X = S (E dv/dz) S by its diagonal and X W; G X G has G X W (1 + f), and the same complement as X.
    const Vector ones = tangents_.squares().is_singular()  // one of many that make I
                            ? Vector(tangents_.scales(Vector(1 - q_.basis.rowwise().squaredNorm().array())))
                            : Vector::Ones(d());
    LowRankTangent tangent{-expected.own_score_weight * ones, -expected.own_score_weight * q_.basis};
    const bool is_own = expected.diagonal.size() + expected.dense.size() + expected.seen_diagonal.size() == 0;
    if (is_own) return pack(tangent, gradient);  // a multiple of I, which projects to itself
    Vector diagonal = Vector::Zero(d());
    Matrix products = Matrix::Zero(d(), q_.rank());
    const Matrix scaled = q_.scale.asDiagonal() * q_.basis;
    if (expected.diagonal.size() > 0) {
      diagonal += expected.diagonal;
      products += expected.diagonal.asDiagonal() * scaled;
    }
    if (expected.dense.size() > 0) {
      diagonal += expected.dense.diagonal();
      products += expected.dense * scaled;
    }
    if (expected.seen_diagonal.size() > 0) diagonal += expected.seen_diagonal;
    if (expected.seen_products.size() > 0) products += expected.seen_products;
    diagonal.array() *= q_.scale.array().square();
    products = q_.scale.asDiagonal() * products;
    tangent.along += tangents_.cleaned(root_.inner_times(products) * q_.variances.cwiseSqrt().asDiagonal());
    tangent.scales += tangents_.scales(tangents_.complement_diagonal(diagonal, products)).col(0);
    pack(tangent, gradient);
  }

  void inner_products(const FrameVectors& u, const FrameVectors& v, const Matrix& normals, Vector& out) const override {
    out.setZero(normals.rows());
    if (u.location != nullptr && v.location != nullptr) out += row_products(*u.location, *v.location);
    if (u.scale == nullptr || v.scale == nullptr) return;
    const bool is_same = u.scale == v.scale;
    const Matrix us = straight(*u.scale), vs = is_same ? us : straight(*v.scale), xi = straight(normals);
    const Matrix uw = us * q_.basis, vw = is_same ? uw : Matrix(vs * q_.basis), a = xi * q_.basis;
    const Matrix un = us - uw * q_.basis.transpose(), vn = vs - vw * q_.basis.transpose(),
                 xn = xi - a * q_.basis.transpose();
    const Matrix diagonals = un.cwiseProduct(xn).transpose();
    const Vector squares = row_products(a, a),
                 of_scales = is_same ? tangents_.squares().inverse_quadratic(diagonals)
                                     : row_products(tangents_.scales(diagonals).transpose(), vn.cwiseProduct(xn));
    out += 0.5 * of_scales + row_products(un, vn).cwiseProduct(squares) +
           0.25 * (row_products(uw, vw).cwiseProduct(squares) + row_products(uw, a).cwiseProduct(row_products(vw, a)));
  }

  void inner_products(const FrameVectors& u, const Vector& gradient, const Matrix& normals,
                      Vector& out) const override {
    out.setZero(normals.rows());
    if (u.location != nullptr) out += *u.location * gradient.head(d());
    if (u.scale == nullptr || gradient.tail(gradient.size() - d()).isZero(0)) return;
    const Matrix us = straight(*u.scale), xi = straight(normals);
    const LowRankTangent tangent = unpack(gradient);
    const Matrix complement = tangents_.complement(us).cwiseProduct(tangents_.complement(xi));
    out += 0.5 * (complement * tangent.scales + row_products(us * tangents_.dual(tangent), xi * q_.basis));
  }

  double inner_product(const Vector& a, const Vector& b) const override {
    return a.head(d()).dot(b.head(d())) + 0.5 * tangents_.product(unpack(a), unpack(b));
  }

  MoveReport move(const Vector& direction, double step, Vector*) override {
    MoveReport report;
    report.is_finite = is_finite_step(step, direction);
    if (!report.is_finite) return report;
    const Vector mean = q_.mean + step * mean_change(direction.head(d()));
    LowRankPath path = low_rank_path(q_, unpack(direction), step);
    path.q.mean = mean;
    const TurnedRoot before = root_;
    report.is_finite = accept(path.q);
    if (!report.is_finite) return report;
    root_.twist_as(before);
    if (path.turn.size() > 0) root_.twist(path.columns, path.turn);
    return report;
  }

  void gradient(const FrameVectors& units, const Matrix& normals, const ExpectedScore& expected,
                NaturalGradient& out) const override {
    const Vector mean = centred_gradient(*this, units, normals, expected, out);
    out.location = mean.head(d());
    const LowRankTangent tangent = unpack(mean);
    out.diagonal = tangent.scales;
    out.identity = 0;
    out.dense.resize(0, 0);
    out.left = 2 * static_cast<double>(q_.rank()) * tangents_.beside_diagonal(tangent).transpose();
    out.right = q_.basis.transpose();
  }

  NaturalMove step(const NaturalGradient& gradient, const NaturalStep& step) override {
    NaturalMove out;
    out.report.is_finite = gradient.location.allFinite() && std::isfinite(gradient.unit_squared_norm);
    if (!out.report.is_finite) return out;
    LowRankTangent tangent{gradient.diagonal, Matrix(d(), 0)};
    if (q_.rank() > 0) {  // Omega W of Omega = diag + E W^T + W E^T
      const Matrix beside = gradient.left.transpose() / (2 * static_cast<double>(q_.rank()));
      tangent.along = gradient.diagonal.asDiagonal() * q_.basis + beside + q_.basis * (beside.transpose() * q_.basis);
    }
    LowRankMove moved = low_rank_step(q_, tangent, step.scale_step, {step.min_factor, step.max_factor});
    out.report.clips = moved.clips;
    const Vector score = root_.solve_transposed(gradient.location);
    const TurnedRoot root(moved.q);
    const Vector direction = root.transposed_times(score.transpose()).row(0).transpose();
    out.location_step = trusted_step(step, direction.norm());
    out.displacement = out.location_step * direction;
    out.slope = out.location_step * direction.squaredNorm();
    moved.q.mean += root.times(out.displacement.transpose()).row(0).transpose();
    out.report.is_finite = accept(moved.q);
    return out;
  }

  Vector mean_change(const Vector& location) const override {
    return root_.times(location.transpose()).row(0).transpose();
  }

  // Half the diagonal of G Omega G over that of G^2.
  Vector log_sd_change(const Vector& gradient) const override {
    const LowRankTangent tangent = unpack(gradient);
    const Matrix along = root_.inner_times(tangents_.cleaned(tangent.along)) * q_.variances.cwiseSqrt().asDiagonal();
    const Vector change = tangents_.squares().times(tangent.scales).col(0) +
                          row_products(2 * along - q_.basis * (q_.basis.transpose() * along), q_.basis);
    return 0.5 * change.cwiseQuotient(standard_deviations(q_).cwiseQuotient(q_.scale).cwiseAbs2());
  }

  void rescale(double factor) override {
    Gaussian q = q_;
    q.scale *= factor;
    use(q);
  }

 private:
  Index d() const { return q_.dimension(); }

  Matrix straight(const Matrix& rows) const { return root_.is_twisted() ? root_.untwisted(rows) : rows; }

  void pack(const LowRankTangent& tangent, Vector& gradient) const {
    gradient.segment(d(), d()) = tangent.scales;
    gradient.tail(q_.rank() * d()) = tangent.along.reshaped();
  }
  LowRankTangent unpack(const Vector& gradient) const {
    return {gradient.segment(d(), d()), gradient.tail(q_.rank() * d()).reshaped(d(), q_.rank())};
  }

  void use(const Gaussian& q) {
    q_ = q;
    tangents_ = LowRankTangents(q_.basis);
    root_ = TurnedRoot(q_);
  }

  bool accept(const Gaussian& q) {
    if (!q.mean.allFinite() || !q.scale.allFinite() || !(q.scale.array() > 0).all() || !q.basis.allFinite() ||
        !q.variances.allFinite() || !(q.variances.array() > 0).all())
      return false;
    use(q);
    return true;
  }

  Gaussian q_;
  LowRankTangents tangents_;
  TurnedRoot root_;
};

}  // namespace

std::unique_ptr<NaturalFamily> make_natural_low_rank(const Gaussian& q) { return std::make_unique<NaturalLowRank>(q); }

}  // namespace g2t
