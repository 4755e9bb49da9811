// Included files are copied under names of our own, since their own ones may lead to other folders.
#include <g2t/core/errors.hpp>

#include <stan/includes.h>
#include <stan/message_places.h>
#include <stan/old_syntax.h>
#include <stan/rewritten_program.h>
#include <stan/whole_text.h>

#include <algorithm>
#include <filesystem>

namespace g2t::stan {
namespace {

namespace fs = std::filesystem;

std::string copy_name(std::size_t number) { return "g2t_include_" + std::to_string(number) + ".stan"; }

std::size_t begin_of_line(const std::string& text, long line) {
  std::size_t at = 0;
  for (long k = 1; k < line; ++k) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos) return text.size();
    at = end + 1;
  }
  return at;
}

// As stanc names a file that it finds in a folder.
std::string shown_name(const std::string& name, const std::string& path, const StanProgram& program) {
  const std::vector<fs::path> folders = include_folders(program);
  std::error_code error;
  if ((folders.front() / fs::path(name).relative_path()).string() == path) return "./" + name;
  return fs::absolute(path, error).string();
}

}  // namespace

void RewrittenProgram::add(const std::string& path, const std::string& shown, const StanProgram& program) {
  files_.push_back({path, shown, EditedText(whole_text(path))});
  const std::string text = files_.back().text.text();
  for (const Include& include : includes_of(text)) {
    const std::vector<std::string> paths = files_named(include.name, include_folders(program));
    const auto is_it = [&](const File& file) { return file.path == paths.front(); };
    if (!paths.empty() && std::none_of(files_.begin() + 1, files_.end(), is_it))
      add(paths.front(), shown_name(include.name, paths.front(), program), program);
  }
}

std::optional<RewrittenProgram> RewrittenProgram::of(const StanProgram& program) {
  RewrittenProgram out;
  out.add(program.file, fs::path(program.file).filename().string(), program);
  ProgramNames names;
  for (const File& file : out.files_) add_names(file.text.text(), names);
  for (File& file : out.files_) rewrite_old_syntax(file.text, names, out.found_);
  if (out.found_.empty()) return std::nullopt;
  for (File& file : out.files_) {
    std::vector<Edit> edits;
    for (const Include& include : includes_of(file.text.text())) {
      const std::vector<std::string> paths = files_named(include.name, include_folders(program));
      for (std::size_t k = 1; k < out.files_.size(); ++k)
        if (!paths.empty() && out.files_[k].path == paths.front())
          edits.push_back(replacement(include.begin, include.end, "#include <" + copy_name(k) + ">"));
    }
    file.text.apply(edits);
  }
  return out;
}

void RewrittenProgram::write_includes(const std::string& folder) const {
  for (std::size_t k = 1; k < files_.size(); ++k) {
    const std::string path = (fs::path(folder) / copy_name(k)).string();
    write_text(path, files_[k].text.text());
  }
}

const RewrittenProgram::File* RewrittenProgram::file_called(const std::string& name, const std::string& main) const {
  if (name == main || name == files_.front().shown) return &files_.front();
  const std::string last = fs::path(name).filename().string();
  for (std::size_t k = 1; k < files_.size(); ++k)
    if (last == copy_name(k)) return &files_[k];
  return nullptr;
}

std::string RewrittenProgram::with_own_places(const std::string& output, const std::string& name) const {
  const auto map = [&](const ProgramPlace& place) -> ProgramPlace {
    const File* const file = file_called(place.file, name);
    if (file == nullptr) return place;
    const std::string &text = file->text.text(), &original = file->text.original();
    const std::size_t at = std::min(begin_of_line(text, place.line) + static_cast<std::size_t>(place.column), text.size());
    const std::size_t own = file->text.original_place(at);
    const auto begin = original.begin(), end = begin + static_cast<std::ptrdiff_t>(own);
    const std::size_t line_begin = own == 0 ? 0 : original.rfind('\n', own - 1) + 1;  // npos + 1 is 0
    return {file->shown, 1 + std::count(begin, end, '\n'), static_cast<long>(own - line_begin)};
  };
  const auto line_text = [&](const std::string& shown, long line) -> std::string {
    for (const File& file : files_) {
      if (file.shown != shown) continue;
      const std::string& text = file.text.original();
      const std::size_t begin = begin_of_line(text, line);
      const std::string found = text.substr(begin, text.find('\n', begin) - begin);
      return found.ends_with('\r') ? found.substr(0, found.size() - 1) : found;
    }
    return "";
  };
  return with_mapped_quotes(output, map, line_text);
}

std::string RewrittenProgram::note() const {
  std::string what;
  for (const std::string& found : found_) what += (what.empty() ? "" : ", ") + found;
  return files_.front().shown + " has old Stan syntax (" + what + "), which is read as the present one; the file stays as it is";
}

std::string present_text_with_includes(const StanProgram& program) {
  EditedText text(text_with_includes(program));
  ProgramNames names;
  add_names(text.text(), names);
  std::vector<std::string> found;
  rewrite_old_syntax(text, names, found);
  return text.text();
}

}  // namespace g2t::stan
