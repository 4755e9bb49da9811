// A message has a fixed size, which holds a step's draws of few parameters; what does not fit follows in a second one.
#include "models/rank_request.hpp"

#include <algorithm>

namespace g2t::models {
namespace {

constexpr Index kFirstMessage = 1024;  // numbers: as quick to send as a few are

// The head of a message: what is asked for, and the sizes of what follows.
enum Head { kAsked, kRows, kColumns, kStructure, kRank, kSize, kHeadSize };

void append(const Eigen::Ref<const Matrix>& matrix, std::vector<double>& numbers) {
  for (Index column = 0; column < matrix.cols(); ++column)
    for (Index row = 0; row < matrix.rows(); ++row) numbers.push_back(matrix(row, column));
}

class NumberReader {
 public:
  explicit NumberReader(const double* next) : next_(next) {}

  [[nodiscard]] Matrix matrix(Index rows, Index columns) {
    const Matrix out = Eigen::Map<const Matrix>(next_, rows, columns);
    next_ += rows * columns;
    return out;
  }

 private:
  const double* next_;
};

}  // namespace

void send(const RankRequest& request, Communicator& communicator) {
  const Gaussian& q = request.q;
  const bool has_q = request.asked == Asked::Expectation;
  std::vector<double> numbers(kHeadSize);
  numbers[kAsked] = static_cast<double>(request.asked);
  numbers[kRows] = static_cast<double>(request.rows.rows());
  numbers[kColumns] = static_cast<double>(has_q ? q.dimension() : request.rows.cols());
  numbers[kStructure] = static_cast<double>(q.structure);
  numbers[kRank] = static_cast<double>(q.rank());
  append(request.rows, numbers);
  if (has_q)
    for (const Eigen::Ref<const Matrix>& part : {Eigen::Ref<const Matrix>(q.mean), Eigen::Ref<const Matrix>(q.scale),
                                                 Eigen::Ref<const Matrix>(q.cholesky), Eigen::Ref<const Matrix>(q.basis),
                                                 Eigen::Ref<const Matrix>(q.variances)})
      append(part, numbers);
  const Index size = static_cast<Index>(numbers.size());
  numbers[kSize] = static_cast<double>(size);
  numbers.resize(static_cast<std::size_t>(std::max(size, kFirstMessage)));
  communicator.broadcast(numbers.data(), kFirstMessage);
  if (size > kFirstMessage) communicator.broadcast(numbers.data() + kFirstMessage, size - kFirstMessage);
}

RankRequest receive(Communicator& communicator) {
  std::vector<double> numbers(kFirstMessage);
  communicator.broadcast(numbers.data(), kFirstMessage);
  const auto number = [&numbers](Head place) { return static_cast<Index>(numbers[static_cast<std::size_t>(place)]); };
  const Index size = number(kSize), columns = number(kColumns), rank = number(kRank);
  numbers.resize(static_cast<std::size_t>(std::max(size, kFirstMessage)));
  if (size > kFirstMessage) communicator.broadcast(numbers.data() + kFirstMessage, size - kFirstMessage);

  NumberReader reader(numbers.data() + kHeadSize);
  RankRequest request;
  request.asked = static_cast<Asked>(number(kAsked));
  request.rows = reader.matrix(number(kRows), columns);
  if (request.asked != Asked::Expectation) return request;
  Gaussian& q = request.q;
  q.structure = static_cast<Structure>(number(kStructure));
  const bool is_dense = q.structure == Structure::Dense, is_low_rank = q.structure == Structure::LowRank;
  q.mean = reader.matrix(columns, 1);
  if (!is_dense) q.scale = reader.matrix(columns, 1);
  if (is_dense) q.cholesky = reader.matrix(columns, columns);
  if (is_low_rank) q.basis = reader.matrix(columns, rank);
  if (is_low_rank) q.variances = reader.matrix(rank, 1);
  return request;
}

}  // namespace g2t::models
