// The settings among the summary are those of this output.
#include <g2t/core/errors.hpp>
#include <g2t/core/json.hpp>
#include <g2t/program/files/save_again.hpp>
#include <g2t/program/options/option_list.hpp>

namespace g2t {

std::vector<std::string> save_again(FitContents contents, const std::vector<std::pair<std::string, std::string>>& given) {
  Options options;
  Json summary = Json::parse(contents.summary);
  for (const auto& [name, text] : given) {
    const OptionSpec& row = option_named(name);
    if (row.group != kOutputGroup) throw InvalidArgument("save", name, "'" + text + "'", "is no option of output");
    row.set(options, text);
    summary["settings"][name] = row.value(options);
  }
  const std::unique_ptr<OutputFiles> files = announce_fit(options.output, {});
  if (files == nullptr) throw InvalidArgument("save", "prefix", "''", "the files need a name");
  contents.header.has_cmdstan_names = options.output.format == "cmdstan";
  contents.summary = summary.dump(2) + "\n";
  write_fit(*files, contents);
  return fit_output_files(options.output.output);
}

}  // namespace g2t
