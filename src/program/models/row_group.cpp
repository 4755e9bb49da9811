// Every text that is exchanged begins with a letter: + all is well, or the kind of exception that its process threw.
#include <program/models/row_group.h>

#include <g2t/core/errors.hpp>
#include <g2t/models/shared_draws.hpp>
#include <g2t/models/shared_rows.hpp>
#include <g2t/program/text/message.hpp>

#include <new>
#include <numeric>
#include <utility>

namespace g2t::program {
namespace {

enum Kind : char { kWell = '+', kWrongUse = 'u', kBadInput = 'i', kNoMemory = 'm', kOther = 'o' };

// The same messages, of exceptions thrown elsewhere.

class WrongUseElsewhere final : public InvalidArgument {
 public:
  explicit WrongUseElsewhere(std::string text) : InvalidArgument("", "", "", ""), text_(std::move(text)) {}
  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

class BadInputElsewhere final : public InputError {
 public:
  BadInputElsewhere(std::string text, const std::string& details)
      : InputError(InputError({}, "").with_details(details)), text_(std::move(text)) {}
  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

std::string told(Kind kind, const std::string& text, const std::string& details = "") {
  return std::string(1, kind) + pack({text, details});
}

std::string current_failure() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return told(kNoMemory, "out of memory");
  } catch (const InvalidArgument& error) {
    return told(kWrongUse, message_of(error));
  } catch (const InputError& error) {
    return told(kBadInput, message_of(error), error.details());
  } catch (const std::exception& error) {
    return told(kOther, message_of(error));
  }
}

[[noreturn]] void throw_again(const std::string& failure) {
  const std::vector<std::string> parts = unpack(failure.substr(1));
  switch (failure.front()) {
    case kNoMemory:
      throw std::bad_alloc();
    case kWrongUse:
      throw WrongUseElsewhere(parts[0]);
    case kBadInput:
      throw BadInputElsewhere(parts[0], parts[1]);
    default:
      throw std::runtime_error(parts[0]);
  }
}

}  // namespace

std::vector<std::string> RowGroup::gather(const std::string& text) {
  std::vector<std::string> all = communicator_.gather(std::string(1, kWell) + text);
  for (const std::string& other : all) {
    if (other.front() == kWell) continue;
    end();
    if (is_first()) throw_again(other);
    throw OtherProcessFailed(unpack(other.substr(1))[0]);
  }
  for (std::string& other : all) other.erase(0, 1);
  return all;
}

Index RowGroup::sum(Index value) {
  const std::vector<Index> all = gather_values(value);
  return std::accumulate(all.begin(), all.end(), Index{0});
}

Index RowGroup::sum_before(Index value) {
  const std::vector<Index> all = gather_values(value);
  return std::accumulate(all.begin(), all.begin() + rank(), Index{0});
}

bool RowGroup::is_any(bool value) { return sum(value ? 1 : 0) > 0; }

void RowGroup::tell_failure() {
  if (is_over_) return;
  static_cast<void>(communicator_.gather(current_failure()));
  end();
}

void RowGroup::end() {
  is_over_ = true;
  if (is_shared_) communicator_.give_up();
}

LikelihoodExchange RowGroup::exchange() {
  return [this](std::unique_ptr<Likelihood> part) -> std::unique_ptr<Likelihood> {
    if (is_first()) {
      is_shared_ = true;
      return share_rows(std::move(part), communicator_, thread_count_);
    }
    rows_ = part.get();
    return part;
  };
}

LoadedModel RowGroup::share_draws(const std::function<LoadedModel()>& load) {
  LoadedModel loaded;
  if (is_first()) loaded = load();
  agree();
  if (is_first()) {
    is_shared_ = true;
    loaded.model = g2t::share_draws(std::move(loaded.model), communicator_, thread_count_);
  } else {
    whole_ = load().model;
  }
  return loaded;
}

void RowGroup::serve() {
  try {
    if (whole_ != nullptr) return serve_draws(*whole_, communicator_, thread_count_);
    serve_rows(rows_, communicator_, thread_count_);
  } catch (...) {
    communicator_.give_up();
    throw;
  }
}

LikelihoodExchange exchange_of(RowGroup* group) { return group == nullptr ? nullptr : group->exchange(); }

std::string pack(const std::vector<std::string>& texts) {
  std::string packed;
  for (const std::string& text : texts) packed += std::to_string(text.size()) + ":" + text;
  return packed;
}

std::vector<std::string> unpack(const std::string& packed) {
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < packed.size();) {
    const std::size_t colon = packed.find(':', at), size = std::stoul(packed.substr(at, colon - at));
    texts.push_back(packed.substr(colon + 1, size));
    at = colon + 1 + size;
  }
  return texts;
}

}  // namespace g2t::program
