// Each array owns its memory: nobody sees a change that is made in the other language.
#include "arrays.hpp"

#include <memory>

namespace g2t::python {
namespace {

nb::capsule owner_of(double* memory) {
  return nb::capsule(memory, [](void* pointer) noexcept { delete[] static_cast<double*>(pointer); });
}

std::unique_ptr<double[]> memory_for(Index count) {
  return std::make_unique_for_overwrite<double[]>(static_cast<std::size_t>(count > 0 ? count : 1));
}

}  // namespace

nb::object to_python(const Vector& values) {
  std::unique_ptr<double[]> memory = memory_for(values.size());
  Eigen::Map<Vector>(memory.get(), values.size()) = values;
  double* const data = memory.release();
  const std::size_t shape[] = {static_cast<std::size_t>(values.size())};
  return nb::cast(nb::ndarray<nb::numpy, double>(data, 1, shape, owner_of(data)));
}

nb::object to_python(const Matrix& values) {
  std::unique_ptr<double[]> memory = memory_for(values.size());
  Eigen::Map<Matrix>(memory.get(), values.rows(), values.cols()) = values;
  double* const data = memory.release();
  const std::size_t shape[] = {static_cast<std::size_t>(values.rows()), static_cast<std::size_t>(values.cols())};
  const std::int64_t strides[] = {1, values.rows()};
  return nb::cast(nb::ndarray<nb::numpy, double>(data, 2, shape, owner_of(data), strides));
}

nb::object rows_to_python(const Matrix& values) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  std::unique_ptr<double[]> memory = memory_for(values.size());
  Eigen::Map<RowMajor>(memory.get(), values.rows(), values.cols()) = values;
  double* const data = memory.release();
  const std::size_t shape[] = {static_cast<std::size_t>(values.rows()), static_cast<std::size_t>(values.cols())};
  return nb::cast(nb::ndarray<nb::numpy, double>(data, 2, shape, owner_of(data)));
}

Vector to_vector(const ReadVector& values) {
  return Eigen::Map<const Vector, Eigen::Unaligned, Eigen::InnerStride<>>(
      values.data(), static_cast<Index>(values.shape(0)), Eigen::InnerStride<>(values.stride(0)));
}

Matrix to_matrix(const ReadRows& values) {
  using Strides = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
  const Strides strides(values.stride(1), values.stride(0));
  return Eigen::Map<const Matrix, Eigen::Unaligned, Strides>(values.data(), static_cast<Index>(values.shape(0)),
                                                             static_cast<Index>(values.shape(1)), strides);
}

}  // namespace g2t::python
