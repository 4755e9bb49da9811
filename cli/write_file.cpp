// OutputFiles with a single file.
#include "write_file.hpp"

#include <g2t/io/output_files.hpp>

namespace g2t::cli {

void check_file(const std::string& path, bool force, const std::vector<std::string>& inputs) {
  const OutputFiles files(path, {""}, {.force = force, .inputs = inputs});
}

void write_file(const std::string& path, bool force, const std::vector<std::string>& inputs,
                const std::function<void(std::ostream&)>& write) {
  OutputFiles files(path, {""}, {.force = force, .inputs = inputs});
  files.stage("", write);
  files.commit();
}

void write_file(const std::string& path, bool force, const std::vector<std::string>& inputs, const std::string& text) {
  write_file(path, force, inputs, [&](std::ostream& out) { out << text; });
}

}  // namespace g2t::cli
