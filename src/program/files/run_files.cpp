// FNV-1a of the uncompressed text, as hexadecimal digits.
#include <fmt/format.h>

#include <filesystem>
#include <g2t/core/errors.hpp>
#include <g2t/core/fingerprint.hpp>
#include <g2t/io/text_input.hpp>
#include <g2t/program/files/run_files.hpp>
#include <system_error>

namespace g2t {

std::string fingerprint_text(std::uint64_t fingerprint) { return fmt::format("{:016x}", fingerprint); }

void check_file_of_run(const Json& summary, const std::string& prefix, const std::string& suffix) {
  if (!summary.contains("files") || !summary.at("files").is_object() || !summary.at("files").contains(suffix)) return;
  const std::string file = prefix + suffix;
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return;
  const Json& expected = summary.at("files").at(suffix);
  if (expected == Json(fingerprint_text(fingerprint(read_input_text(file))))) return;
  throw InputError({file}, "is not the file that the run of " + prefix +
                               ".summary.json wrote: it was changed, or a run was killed while it replaced the files "
                               "(the next fit with this prefix brings back the earlier ones)");
}

}  // namespace g2t
