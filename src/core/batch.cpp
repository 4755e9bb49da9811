// Drops draws that failed, with their mirror images where draws come in pairs.
#include <g2t/core/batch.hpp>

namespace g2t {

Index Batch::drop_failed(bool antithetic) {
  Flags& failed = evaluation.failed;
  if (evaluation.failure_count() == 0) return 0;
  const Index count = draw_count(), pairs = count / 2;
  if (antithetic)
    for (Index k = 0; k < pairs; ++k)
      failed[k] = failed[k + pairs] = static_cast<std::uint8_t>(failed[k] | failed[k + pairs]);

  std::vector<Index> kept;
  for (Index s = 0; s < count; ++s)
    if (!failed[static_cast<std::size_t>(s)]) kept.push_back(s);
  normals = Matrix(normals(kept, Eigen::all));
  draws = Matrix(draws(kept, Eigen::all));
  evaluation.log_density = Vector(evaluation.log_density(kept));
  evaluation.score = Matrix(evaluation.score(kept, Eigen::all));
  failed.assign(kept.size(), 0);
  return count - static_cast<Index>(kept.size());
}

}  // namespace g2t
