// The C++ compiler for models, its flags, and the time that it has taken.
#pragma once

#include <g2t/stan/program.hpp>

#include <string>
#include <vector>

namespace g2t::stan {

/// Whether what CXX names, or g++, can be run.
bool is_compiler_there();

/// A C++ compiler with the flags that both bridge and model are compiled with.
class Compiler {
 public:
  /// @throws InputError if there is none
  Compiler(const StanToolchain& toolchain, bool native);

  /// All that decides what it makes, besides the source.
  [[nodiscard]] const std::string& key() const { return key_; }
  /// @param object  in a scratch folder, which is removed if this process dies meanwhile
  /// @param what    for the hook, and for messages
  /// @throws InputError if it fails, with its output as details
  void compile(const std::string& source, const std::string& object, const std::string& what,
               const StanBuildHook& hook) const;
  void link(const std::vector<std::string>& objects, const std::string& library) const;

 private:
  void run_it(std::vector<std::string> arguments, const std::string& what, const std::string& scratch,
              const StanBuildHook& hook) const;

  std::string program_, key_;
  std::vector<std::string> flags_, libraries_;
};

}  // namespace g2t::stan
