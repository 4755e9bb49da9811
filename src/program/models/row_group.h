// Processes that load one model's rows together: what one of them learns all learn, its failure too.
#pragma once

#include <g2t/core/communicator.hpp>
#include <g2t/models/posterior.hpp>
#include <g2t/program/models/shared_model.hpp>

#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace g2t::program {

/// All processes call the same functions of it in the same order, until one tells of its failure.
class RowGroup {
 public:
  RowGroup(Communicator& communicator, Index thread_count) : communicator_(communicator), thread_count_(thread_count) {}

  [[nodiscard]] Index rank() const { return communicator_.rank(); }
  [[nodiscard]] Index count() const { return communicator_.count(); }
  [[nodiscard]] bool is_first() const { return communicator_.is_first(); }

  /// The texts of all, by rank.
  /// @throws in the first process what another one threw; OtherProcessFailed in the others
  [[nodiscard]] std::vector<std::string> gather(const std::string& text);

  /// The values of all, by rank.
  template <class Value>
  [[nodiscard]] std::vector<Value> gather_values(const Value& value) {
    static_assert(std::is_trivially_copyable_v<Value> && !std::is_same_v<Value, bool>);
    std::vector<Value> all;
    for (const std::string& bytes : gather(std::string(reinterpret_cast<const char*>(&value), sizeof(Value)))) {
      all.emplace_back();
      std::memcpy(&all.back(), bytes.data(), sizeof(Value));
    }
    return all;
  }
  [[nodiscard]] Index sum(Index value);
  /// Of those with a smaller rank.
  [[nodiscard]] Index sum_before(Index value);
  [[nodiscard]] bool is_any(bool value);

  /// Called inside a catch block, in the place of the next gather(); does nothing if that is what all know already.
  void tell_failure();

  /// What the model's own likelihood becomes: the sum of all in the first process; in the others itself, to be served.
  [[nodiscard]] LikelihoodExchange exchange();
  /// Of a model that all load as a whole: its draws are shared. The first process loads first: what it compiled is there.
  LoadedModel share_draws(const std::function<LoadedModel()>& load);

  /// All have loaded.
  void agree() { static_cast<void>(gather("")); }
  /// Evaluates this process's part until the first has no further use for it.
  /// @pre this is not the first process, and all have loaded
  void serve();

 private:
  Communicator& communicator_;
  Index thread_count_;
  void end();

  bool is_over_ = false;    // all know of a failure
  // The first process has what tells the others of its end; after a failure they do not listen.
  bool is_shared_ = false;
  const Likelihood* rows_ = nullptr;  // owned by the model; null: this process has no rows
  std::unique_ptr<Model> whole_;      // whose draws are served
};

/// Null if there is no group.
[[nodiscard]] LikelihoodExchange exchange_of(RowGroup* group);

/// Texts as one, and back.
[[nodiscard]] std::string pack(const std::vector<std::string>& texts);
[[nodiscard]] std::vector<std::string> unpack(const std::string& packed);

}  // namespace g2t::program
