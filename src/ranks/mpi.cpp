// The one file that sees MPI.
#include <mpi.h>

#include <g2t/ranks/launch.hpp>

#include <algorithm>
#include <cstdlib>

namespace g2t {
namespace {

class MpiCommunicator final : public Communicator {
 public:
  MpiCommunicator() {
    // Who waits lets other programs of the same core go first; Open MPI reads this when it is initialised.
    ::setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
    int level = 0, rank = 0, count = 1;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    rank_ = rank;
    count_ = count;
  }
  ~MpiCommunicator() override {
    if (!has_given_up_) MPI_Finalize();
  }
  MpiCommunicator(const MpiCommunicator&) = delete;
  MpiCommunicator& operator=(const MpiCommunicator&) = delete;

  [[nodiscard]] Index rank() const override { return rank_; }
  [[nodiscard]] Index count() const override { return count_; }

  void broadcast(double* values, Index count) override {
    in_messages(values, count, [](double* part, int size) { MPI_Bcast(part, size, MPI_DOUBLE, 0, MPI_COMM_WORLD); });
  }

  // Along a tree of its own: MPI_Reduce may add in another order where there are more numbers, and a density alone must be
  // that of an evaluation with the score.
  void sum_to_first(double* values, Index count) override {
    in_messages(values, count, [this](double* part, int size) {
      received_.resize(static_cast<std::size_t>(size));
      for (int step = 1; step < count_; step *= 2) {
        if ((rank_ & step) != 0) {
          MPI_Send(part, size, MPI_DOUBLE, rank_ - step, kSum, MPI_COMM_WORLD);
          return;
        }
        if (rank_ + step >= count_) continue;
        MPI_Recv(received_.data(), size, MPI_DOUBLE, rank_ + step, kSum, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int k = 0; k < size; ++k) part[k] += received_[static_cast<std::size_t>(k)];
      }
    });
  }

  [[nodiscard]] std::vector<std::string> gather(const std::string& text) override {
    std::vector<std::string> all(static_cast<std::size_t>(count_));
    if (has_given_up_) return all;
    std::vector<unsigned long> sizes(all.size());
    const unsigned long own = text.size();
    MPI_Allgather(&own, 1, MPI_UNSIGNED_LONG, sizes.data(), 1, MPI_UNSIGNED_LONG, MPI_COMM_WORLD);
    for (int rank = 0; rank < count_; ++rank) {  // one after the other: together they may be more than an int counts
      std::string& of_rank = all[static_cast<std::size_t>(rank)];
      of_rank = rank == rank_ ? text : std::string(sizes[static_cast<std::size_t>(rank)], '\0');
      for (std::size_t begin = 0; begin < of_rank.size(); begin += kLongest)
        MPI_Bcast(of_rank.data() + begin, static_cast<int>(std::min(kLongest, of_rank.size() - begin)), MPI_CHAR, rank,
                  MPI_COMM_WORLD);
    }
    return all;
  }

  void give_up() noexcept override { has_given_up_ = true; }

 private:
  static constexpr int kSum = 1;                     // what messages of sums are marked by
  static constexpr std::size_t kLongest = 1U << 30;  // of a message

  template <class Exchange>
  void in_messages(double* values, Index count, const Exchange& exchange) const {
    if (has_given_up_) return;
    constexpr Index kMost = kLongest / sizeof(double);
    for (Index begin = 0; begin < count; begin += kMost)
      exchange(values + begin, static_cast<int>(std::min(kMost, count - begin)));
  }

  int rank_ = 0, count_ = 1;
  bool has_given_up_ = false;
  std::vector<double> received_;
};

}  // namespace

bool has_mpi() { return true; }

std::unique_ptr<Communicator> join_ranks() { return std::make_unique<MpiCommunicator>(); }

}  // namespace g2t
