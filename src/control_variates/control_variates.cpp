// A table of the kinds: name, what it needs, how it is made; and names of their pieces.
#include <g2t/control_variates/control_variates.hpp>

#include <g2t/control_variates/anchored_taylor.hpp>
#include <g2t/control_variates/entropy.hpp>
#include <g2t/control_variates/parameter_blocks.hpp>
#include <g2t/control_variates/prior.hpp>
#include <g2t/control_variates/taylor.hpp>
#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace g2t {
namespace {

constexpr const char* kFunction = "control_variates";

std::string lacks_curvature(const Model& model, Structure) {
  return model.curvature() != nullptr ? "" : "it needs second derivatives, which this model does not offer";
}

std::string lacks_prior(const Model& model, Structure structure) {
  if (model.prior() == nullptr) return "it needs the prior alone, which this model does not offer";
  const Expectation* expectation = model.prior()->expectation();
  if (expectation != nullptr && expectation->supports(structure)) return "";
  return "it needs the prior's exact expectations under a " + family_name(structure) + " Gaussian";
}

struct Entry {
  ControlVariateKind kind;
  bool mean_vanishes, scale_vanishes;  // in antithetic pairs: the part of odd vectors, of even ones
  std::string (*reason_unavailable)(const Model&, Structure);
  std::unique_ptr<ScoreApproximant> (*make)(const Model&, TaylorExpansion*);
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {{"entropy", "the score of q itself (with weight -1: sticking the landing)"},
       true,
       false,
       [](const Model&, Structure) { return std::string(); },
       [](const Model&, TaylorExpansion*) { return make_entropy(); }},
      {{"taylor", "second-order Taylor expansion of the log density at q's mean"},
       true,
       false,
       lacks_curvature,
       [](const Model&, TaylorExpansion* expansion) { return make_taylor(*expansion); }},
      {{"taylor-products", "the expansion's products for the mean, its gradient alone for the scale"},
       true,
       true,
       lacks_curvature,
       [](const Model&, TaylorExpansion* expansion) { return make_taylor_products(*expansion); }},
      {{"anchored-taylor", "an expansion that stays at q's mean of the last selection"},
       true,
       false,
       [](const Model& model, Structure) {
         return model.dimension() <= kMaxAnchoredParameters
                    ? std::string()
                    : fmt::format("its Hessian is kept for up to {} parameters only", kMaxAnchoredParameters);
       },
       [](const Model& model, TaylorExpansion*) { return make_anchored_taylor(model); }},
      {{"prior", "the score of the prior"},
       false,
       false,
       lacks_prior,
       [](const Model& model, TaylorExpansion*) { return make_prior(*model.prior()); }},
  };
  return all;
}

// A name taken apart: KIND, KIND.PART or KIND.PART.BLOCK.
struct Piece {
  const Entry* entry;
  GradientPart part = GradientPart::Both;
  std::string block;
};

const Entry& entry_of(const std::string& kind, const std::string& name) {
  std::string known;
  for (const Entry& entry : entries()) {
    if (entry.kind.name == kind) return entry;
    known += (known.empty() ? "" : ", ") + entry.kind.name;
  }
  throw InvalidArgument(kFunction, "name", name, "unknown control variate; there are " + known);
}

Piece piece_of(const std::string& name) {
  const std::size_t dot = name.find('.');
  Piece piece{&entry_of(name.substr(0, dot), name), GradientPart::Both, ""};
  if (dot == std::string::npos) return piece;
  const std::size_t next = name.find('.', dot + 1);
  const std::string part = name.substr(dot + 1, next == std::string::npos ? next : next - dot - 1);
  if (part != "mean" && part != "scale")
    throw InvalidArgument(kFunction, "name", name, "the parts of a control variate are mean and scale");
  piece.part = part == "mean" ? GradientPart::Mean : GradientPart::Scale;
  if (next == std::string::npos) return piece;
  piece.block = name.substr(next + 1);
  if (piece.block.empty()) throw InvalidArgument(kFunction, "name", name, "the name of a block is missing");
  return piece;
}

// Null if there is no such block.
const ParameterBlock* find_block(const std::vector<ParameterBlock>& blocks, const std::string& name) {
  const auto found = std::find_if(blocks.begin(), blocks.end(), [&](const auto& block) { return block.name == name; });
  return found == blocks.end() ? nullptr : &*found;
}

}  // namespace

const std::vector<ControlVariateKind>& control_variate_kinds() {
  static const std::vector<ControlVariateKind> kinds = [] {
    std::vector<ControlVariateKind> out;
    for (const Entry& entry : entries()) out.push_back(entry.kind);
    return out;
  }();
  return kinds;
}

std::string reason_unavailable(const std::string& name, const Model& model, Structure structure) {
  const Piece piece = piece_of(name);
  const std::string reason = piece.entry->reason_unavailable(model, structure);
  if (!reason.empty() || piece.block.empty()) return reason;
  if (structure != Structure::Diagonal) return "blocks of parameters are for mean-field families";
  const std::vector<ParameterBlock> blocks = parameter_blocks(model.parameter_names());
  if (find_block(blocks, piece.block) != nullptr) return "";
  std::string known;
  for (const ParameterBlock& block : blocks) known += (known.empty() ? "" : ", ") + block.name;
  return "the model's blocks of parameters are " + known;
}

std::vector<std::string> available_control_variates(const Model& model, Structure structure) {
  std::vector<std::string> names;
  for (const Entry& entry : entries())
    if (entry.reason_unavailable(model, structure).empty()) names.push_back(entry.kind.name);
  return names;
}

std::vector<std::string> split_control_variates(const std::vector<std::string>& kinds, const Model& model,
                                                Structure structure, Split split) {
  if (split == Split::None) return kinds;
  std::vector<std::string> ends = {""};  // of the names
  if (split == Split::Blocks && structure == Structure::Diagonal) {
    const std::vector<ParameterBlock> blocks = parameter_blocks(model.parameter_names());
    if (blocks.size() > 1) ends.clear();
    for (const ParameterBlock& block : blocks)
      if (blocks.size() > 1) ends.push_back("." + block.name);
  }
  const bool has_taylor = contains(kinds, "taylor");
  std::vector<std::string> out;
  const auto add = [&](const std::string& name) {
    if (!contains(out, name)) out.push_back(name);
  };
  for (const std::string& kind : kinds) {
    if (kind.find('.') != std::string::npos) {
      add(kind);  // a piece already
      continue;
    }
    for (const char* part : {".mean", ".scale"}) {
      if (has_taylor && kind + part == "taylor-products.mean") continue;  // the same as taylor's
      for (const std::string& end : ends) add(kind + part + end);
    }
  }
  return out;
}

bool vanishes_in_pairs(const std::string& name) {
  const Piece piece = piece_of(name);
  return (piece.part == GradientPart::Scale || piece.entry->mean_vanishes) &&
         (piece.part == GradientPart::Mean || piece.entry->scale_vanishes);
}

void add_control_variates(const std::vector<std::string>& names, const Model& model, Structure structure,
                          TermSet& terms) {
  // Computations of an expansion, approximants by kind: made once, owned by the set.
  TaylorExpansion* expansion = nullptr;
  std::map<const Entry*, ScoreApproximant*> approximants;
  const std::vector<ParameterBlock> blocks = parameter_blocks(model.parameter_names());
  for (const std::string& name : names) {
    const Piece piece = piece_of(name);
    const std::string reason = reason_unavailable(name, model, structure);
    if (!reason.empty()) throw InvalidArgument("add_control_variates", "name", name, reason);
    if (expansion == nullptr && model.curvature() != nullptr) {
      std::shared_ptr<TaylorExpansion> owned = std::make_shared<TaylorExpansion>(model);
      expansion = owned.get();
      terms.keep(std::move(owned));
    }
    ScoreApproximant*& approximant = approximants[piece.entry];
    if (approximant == nullptr) {
      std::shared_ptr<ScoreApproximant> owned = piece.entry->make(model, expansion);
      approximant = owned.get();
      terms.keep(std::move(owned));
    }
    const ParameterRange range =
        piece.block.empty() ? ParameterRange{} : find_block(blocks, piece.block)->range;
    terms.add(make_part_term(name, *approximant, piece.part, range));
  }
}

}  // namespace g2t
