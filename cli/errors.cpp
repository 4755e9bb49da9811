// One catch clause an exit status.
#include "errors.hpp"

#include "ranks.hpp"

#include <g2t/core/printable.hpp>
#include <g2t/program/models/memory_limit.hpp>
#include <g2t/program/models/shared_model.hpp>

#include <iostream>
#include <new>

namespace g2t::cli {
namespace {

int report(const std::string& who, const std::string& message, int status) {
  std::cerr << who << ": " << printable(message) << '\n';
  return status;
}

// Of processes that mpirun started the first one reports. It would be killed before it has if another one ended with a failure.
constexpr int kLeftToFirst = kSuccess;

// There may be no memory for the words either.
int report_no_memory(const std::string& who) {
  try {
    const MemoryLimit limit = memory_limit();
    return report(who, "out of memory: " + limit.what + " has " + memory_text(limit.bytes), kError);
  } catch (const std::bad_alloc&) {
    std::cerr << who << ": out of memory\n";
    return kError;
  }
}

}  // namespace

int report_current_exception(const std::string& who) {
  try {
    throw;
  } catch (const UsageError& error) {
    return is_first_process() ? report(who, message_of(error), kWrongUsage) : kLeftToFirst;
  } catch (const OtherProcessFailed&) {
    return kLeftToFirst;
  } catch (const std::bad_alloc&) {
    return report_no_memory(who);
  } catch (const InvalidArgument& error) {
    return report(who, message_of(error), kError);
  } catch (const InputError& error) {
    const int status = report(who, message_of(error), kError);
    if (!error.details().empty()) std::cerr << printable(error.details()) << (error.details().back() == '\n' ? "" : "\n");
    return status;
  } catch (const std::exception& error) {
    return report(who, "unexpected fault, please report it: " + message_of(error), kError);
  }
}

}  // namespace g2t::cli
