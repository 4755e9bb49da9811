// Rows become parts of the model as soon as it is known which label is the positive one.
#include <program/models/libsvm_data.h>
#include <program/models/rows_fingerprint.h>

#include <algorithm>
#include <deque>
#include <g2t/core/counted.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/program/models/memory_limit.hpp>
#include <io/libsvm_rows.hpp>
#include <limits>
#include <utility>

namespace g2t::program {
namespace {

class LibsvmReading {
 public:
  LibsvmReading(bool intercept, const std::optional<std::string>& positive) : parts_(intercept), positive_(positive) {}

  void take(io::LibsvmRows& rows) {
    for (std::size_t row = 0; row < rows.lines.size(); ++row) {
      const Index begin = rows.starts[row], count = rows.starts[row + 1] - begin;
      labels_.add(rows.label_texts[row], rows.labels[row], rows.lines[row]);
      fingerprint_.add_row(rows.label_texts[row], rows.columns.data() + begin, rows.values.data() + begin, count);
    }
    const bool fits = has_room(rows.highest_column + 1);
    if (fits && waiting_.empty() && labels_.can_tell_positive(positive_)) {
      SparseRows lent = lend(rows);
      add(lent);
      give_back(lent, rows);
      return;
    }
    if (fits) waiting_.push_back(lend(rows));
    if (labels_.can_tell_positive(positive_)) add_waiting();
  }

  LibsvmData finish(const io::LibsvmTotals& totals, bool is_given, bool intercept, const std::string& file) && {
    check_features(file, totals.feature_count, intercept);
    check_feature_memory(totals.feature_count, is_given, totals.highest_index);
    const Index rows = labels_.row_count();
    BinaryLabels labels = std::move(labels_).split(file, positive_);
    return {std::move(parts_), std::move(labels), rows, totals.feature_count, fingerprint_.text()};
  }

 private:
  static SparseRows lend(io::LibsvmRows& rows) {
    SparseRows out;
    out.columns = rows.highest_column + 1;
    out.start.swap(rows.starts);
    out.column.swap(rows.columns);
    out.value.swap(rows.values);
    return out;
  }

  static void give_back(SparseRows& lent, io::LibsvmRows& rows) {
    lent.start.swap(rows.starts);
    lent.column.swap(rows.columns);
    lent.value.swap(rows.values);
  }

  void add(const SparseRows& rows) {
    parts_.add(rows, labels_.is_positive(parts_.row_count(), rows.rows(), positive_));
  }

  void add_waiting() {
    for (; !waiting_.empty(); waiting_.pop_front()) add(waiting_.front());
  }

  // Whether a model of so many features fits into memory. If not, the file is read to its end for other errors, and not kept.
  bool has_room(Index features) {
    if (features > room_) {
      room_ = std::max(2 * room_, features);
      has_room_ = has_room_ && model_fits(static_cast<double>(features));
    }
    return has_room_;
  }

  LogisticParts parts_;
  const std::optional<std::string>& positive_;
  LabelColumn labels_;
  RowsFingerprint fingerprint_;
  std::deque<SparseRows> waiting_;  // while there has been one label alone
  Index room_ = 1000;               // features that there is room for
  bool has_room_ = true;
};

}  // namespace

void check_features(const std::string& file, Index features, bool intercept) {
  if (features > std::numeric_limits<std::int32_t>::max())
    throw InputError({file, 0, 0}, "has too many features", std::to_string(features));
  if (features == 0 && !intercept) throw InputError({file, 0, 0}, "has no features, and there is no intercept");
}

void check_feature_memory(Index features, bool is_given, const InputLocation& highest_index) {
  check_model_memory(static_cast<double>(features), is_given ? InputLocation{highest_index.file, 0, 0} : highest_index,
                     counted(features, "feature") +
                         (is_given ? ", as --features says," : ", up to this index, which may be a mistake,"));
}

LibsvmData read_libsvm_data(io::TextChunks& chunks, const LibsvmOptions& options, bool intercept,
                            const std::optional<std::string>& positive) {
  LibsvmReading reading(intercept, positive);
  const io::LibsvmTotals totals =
      io::read_libsvm_rows(chunks, options, [&](io::LibsvmRows& rows) { reading.take(rows); });
  return std::move(reading).finish(totals, options.features > 0, intercept, chunks.file());
}

}  // namespace g2t::program
