// Eigen's resize() frees the numbers, and keeps their address if there is no memory for others: they would be freed twice.
#pragma once

#include <Eigen/Core>

// Included before all else in each source of the library, of the program and of the tests (CMakeLists.txt). It is not
// installed: no source that has resized a matrix before it could be compiled.
namespace Eigen {

// The earlier numbers go first: there may be memory for these or those. As many as before stay as they are.
#define G2T_RESIZE(type_rows, type_columns, order, set_shape)                                                     \
  template <>                                                                                                      \
  EIGEN_STRONG_INLINE void DenseStorage<double, Dynamic, type_rows, type_columns, order>::resize(                  \
      Index size, [[maybe_unused]] Index rows, [[maybe_unused]] Index columns) {                                   \
    if (size != this->rows() * this->cols()) {                                                                     \
      DenseStorage().swap(*this);                                                                                  \
      DenseStorage(size, rows, columns).swap(*this);                                                               \
    }                                                                                                              \
    set_shape                                                                                                      \
  }
G2T_RESIZE(Dynamic, Dynamic, ColMajor, { m_rows = rows; m_cols = columns; })
G2T_RESIZE(Dynamic, Dynamic, RowMajor, { m_rows = rows; m_cols = columns; })
G2T_RESIZE(Dynamic, 1, ColMajor, {})
G2T_RESIZE(1, Dynamic, RowMajor, {})
#undef G2T_RESIZE

}  // namespace Eigen
