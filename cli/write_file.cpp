// OutputFiles with a single file.
#include "write_file.hpp"

#include <g2t/io/output_files.hpp>

#include <iostream>

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

void write_output(const std::string& path, bool force, const std::vector<std::string>& inputs,
                  const std::function<void(std::ostream&)>& write) {
  if (path.empty())
    write(std::cout);
  else
    write_file(path, force, inputs, write);
}

}  // namespace g2t::cli
