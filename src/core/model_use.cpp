// The current use is a pointer of each thread.
#include <g2t/core/model_use.hpp>

namespace g2t {
namespace {

thread_local ModelUse* current_use = nullptr;

}  // namespace

void ModelUse::add(Index gradients, Index densities, const std::vector<FailureKind>& failures) {
  gradients_ += gradients;
  densities_ += densities;
  for (const FailureKind& kind : failures) failures_.add(kind);
}

ModelUse* current_model_use() { return current_use; }

ModelUseScope::ModelUseScope(ModelUse* use) : before_(current_use) { current_use = use; }

ModelUseScope::~ModelUseScope() { current_use = before_; }

void count_gradients(Index count) {
  if (current_use != nullptr) current_use->add_gradients(count);
}

void count_densities(Index count) {
  if (current_use != nullptr) current_use->add_densities(count);
}

void count_failure(const std::string& what) {
  if (current_use != nullptr) current_use->add_failure(what);
}

}  // namespace g2t
