// Threads of one process in the place of several processes.
#pragma once

#include <g2t/core/communicator.hpp>

#include <algorithm>
#include <barrier>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace g2t::test {

/// What the threads have in common.
class ThreadRanks {
 public:
  explicit ThreadRanks(Index count) : barrier_(static_cast<std::ptrdiff_t>(count)), texts_(static_cast<std::size_t>(count)), values_(texts_.size()) {}

  [[nodiscard]] Index count() const { return static_cast<Index>(texts_.size()); }
  void meet() { barrier_.arrive_and_wait(); }
  std::string& text(Index rank) { return texts_[static_cast<std::size_t>(rank)]; }
  double*& values(Index rank) { return values_[static_cast<std::size_t>(rank)]; }
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::barrier<> barrier_;
  std::vector<std::string> texts_;
  std::vector<double*> values_;
};

class ThreadCommunicator final : public Communicator {
 public:
  ThreadCommunicator(ThreadRanks& ranks, Index rank) : ranks_(ranks), rank_(rank) {}

  Index rank() const override { return rank_; }
  Index count() const override { return ranks_.count(); }
  void broadcast(double* values, Index count) override {
    if (has_given_up_) return;
    ranks_.values(rank_) = values;
    ranks_.meet();
    if (rank_ > 0) std::copy_n(ranks_.values(0), count, values);
    ranks_.meet();
  }
  void sum_to_first(double* values, Index count) override {
    if (has_given_up_) return;
    ranks_.values(rank_) = values;
    ranks_.meet();
    for (Index other = 1; rank_ == 0 && other < ranks_.count(); ++other)
      for (Index k = 0; k < count; ++k) values[k] += ranks_.values(other)[k];
    sums_ += 1;
    summed_ += count;
    ranks_.meet();
  }
  std::vector<std::string> gather(const std::string& text) override {
    ranks_.text(rank_) = text;
    ranks_.meet();
    std::vector<std::string> all = ranks_.texts();
    ranks_.meet();
    return all;
  }

  void give_up() noexcept override { has_given_up_ = true; }

  /// How many sums there were, and of how many numbers in all.
  [[nodiscard]] Index sums() const { return sums_; }
  [[nodiscard]] Index summed() const { return summed_; }

 private:
  ThreadRanks& ranks_;
  Index rank_;
  bool has_given_up_ = false;
  Index sums_ = 0, summed_ = 0;
};

/// Calls body(communicator) for every rank, each in a thread of its own but for the first. A body may not throw.
template <class Body>
void run_ranks(Index count, const Body& body) {
  ThreadRanks ranks(count);
  std::vector<std::thread> others;
  for (Index rank = 1; rank < count; ++rank)
    others.emplace_back([&ranks, &body, rank] {
      ThreadCommunicator communicator(ranks, rank);
      body(communicator);
    });
  ThreadCommunicator communicator(ranks, 0);
  body(communicator);
  for (std::thread& other : others) other.join();
}

}  // namespace g2t::test
