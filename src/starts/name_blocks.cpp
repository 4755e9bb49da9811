// A name is read from its end: numbers, with at most a separator between two of them.
#include <starts/name_blocks.h>

#include <cctype>
#include <map>
#include <string_view>
#include <utility>

namespace g2t {
namespace {

struct ReadName {
  std::string base;
  std::vector<std::string> numbers;  // as written, first axis first
};

ReadName read_name(std::string_view name) {
  ReadName out;
  const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  if (name.ends_with(']') || name.ends_with(')')) name.remove_suffix(1);
  while (!name.empty() && is_digit(name.back())) {
    std::size_t begin = name.size();
    while (begin > 0 && is_digit(name[begin - 1])) --begin;
    out.numbers.insert(out.numbers.begin(), std::string(name.substr(begin)));
    name.remove_suffix(name.size() - begin);
    if (!name.empty() && std::string_view(".,:[(_ ").find(name.back()) != std::string_view::npos) name.remove_suffix(1);
  }
  out.base = std::string(name);
  return out;
}

}  // namespace

std::vector<Index> NameBlock::slice(Index axis, Index index) const {
  std::vector<Index> out;
  for (std::size_t k = 0; k < parameters.size(); ++k)
    if (indices[k][static_cast<std::size_t>(axis)] == index) out.push_back(parameters[k]);
  return out;
}

std::vector<NameBlock> name_blocks(const std::vector<std::string>& names) {
  std::vector<NameBlock> blocks;
  std::vector<std::vector<std::vector<std::string>>> numbers;       // of each block, of each parameter
  std::map<std::pair<std::string, std::size_t>, std::size_t> known;  // base and number of axes
  for (std::size_t i = 0; i < names.size(); ++i) {
    ReadName name = read_name(names[i]);
    const std::size_t block = known.try_emplace({name.base, name.numbers.size()}, blocks.size()).first->second;
    if (block == blocks.size()) {
      blocks.emplace_back();
      numbers.emplace_back();
    }
    blocks[block].parameters.push_back(static_cast<Index>(i));
    numbers[block].push_back(std::move(name.numbers));
  }
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const std::size_t axes = numbers[b].front().size();
    blocks[b].indices.assign(numbers[b].size(), std::vector<Index>(axes));
    for (std::size_t axis = 0; axis < axes; ++axis) {
      std::map<int, Index> index_of;  // rank of a number
      for (const std::vector<std::string>& of_parameter : numbers[b])
        index_of[std::stoi(of_parameter[axis].substr(0, 9))] = 0;
      Index rank = 0;
      for (auto& [number, index] : index_of) index = rank++;
      blocks[b].lengths.push_back(rank);
      for (std::size_t k = 0; k < numbers[b].size(); ++k)
        blocks[b].indices[k][axis] = index_of[std::stoi(numbers[b][k][axis].substr(0, 9))];
    }
  }
  return blocks;
}

}  // namespace g2t
