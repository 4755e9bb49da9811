// Runs of equal beginnings; then the smallest pair of neighbours becomes one, as long as there are too many.
#include <g2t/control_variates/parameter_blocks.hpp>

#include <algorithm>
#include <set>

namespace g2t {
namespace {

// The name up to its first dot; empty: it has none.
std::string stem_of(const std::string& name) {
  const std::size_t dot = name.find('.');
  return dot == std::string::npos ? "" : name.substr(0, dot);
}

Index size_of(const ParameterBlock& block) { return block.range.end - block.range.begin; }

void merge_smallest_neighbours(std::vector<ParameterBlock>& blocks) {
  std::size_t least = 0;
  for (std::size_t i = 1; i + 1 < blocks.size(); ++i)
    if (size_of(blocks[i]) + size_of(blocks[i + 1]) < size_of(blocks[least]) + size_of(blocks[least + 1])) least = i;
  if (size_of(blocks[least + 1]) > size_of(blocks[least])) blocks[least].name = blocks[least + 1].name;
  blocks[least].range.end = blocks[least + 1].range.end;
  blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(least) + 1);
}

void make_names_unique(std::vector<ParameterBlock>& blocks) {
  std::set<std::string> seen;
  for (ParameterBlock& block : blocks) {
    for (const char reserved : {',', '.'}) std::replace(block.name.begin(), block.name.end(), reserved, '_');
    const std::string name = block.name;
    for (int k = 2; !seen.insert(block.name).second; ++k) block.name = name + "-" + std::to_string(k);
  }
}

}  // namespace

std::vector<ParameterBlock> parameter_blocks(const std::vector<std::string>& parameter_names) {
  std::vector<ParameterBlock> blocks;
  std::string last;
  for (std::size_t i = 0; i < parameter_names.size(); ++i) {
    const std::string stem = stem_of(parameter_names[i]);
    const Index at = static_cast<Index>(i);
    if (i == 0 || stem != last) blocks.push_back({stem.empty() ? parameter_names[i] : stem, {at, at}});
    blocks.back().range.end = at + 1;
    last = stem;
  }
  while (static_cast<Index>(blocks.size()) > kMaxParameterBlocks) merge_smallest_neighbours(blocks);
  make_names_unique(blocks);
  return blocks;
}

}  // namespace g2t
