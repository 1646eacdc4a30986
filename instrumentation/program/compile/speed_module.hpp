#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace warpscope {

/// A source file as LLVM's text, before any optimisation, on its way to a second object: the code for blocks at speed.
/// The second object has functions of its own, under other names, and the first one's variables. Of its functions
/// only the kernels, what launches call them with, and what these call are left.
///
/// Where a function's address is taken, it is the first object's, so that pointers compare equal and what
/// a checked block calls through one is watched. So are tables of virtual functions.
class SpeedModule {
 public:
  /// `number`: of the file within its program.
  SpeedModule(std::string text, std::size_t number);

  [[nodiscard]] bool has_kernels() const { return !roots_.empty(); }
  /// Functions that other files can call: what they are called at speed.
  [[nodiscard]] const std::map<std::string, std::string>& offered() const { return offered_; }
  /// Adds to `needed` the functions that its kernels call, and what it offers of the needed ones, and others must have.
  void add_needed(std::set<std::string>& needed) const;
  [[nodiscard]] bool is_needed(const std::set<std::string>& needed) const;

  /// The text to be compiled. `offered`: by any file; `needed`: by kernels of any file.
  [[nodiscard]] std::string text_at_speed(const std::map<std::string, std::string>& offered,
                                          const std::set<std::string>& needed) const;

  /// The name by which the second object of a file knows what is local in the first one.
  [[nodiscard]] static std::string local_prefix(std::size_t number);
  /// What a function that the second object of a file uses under the first one's name is called at speed.
  [[nodiscard]] static std::string counterpart(std::string_view name, std::size_t number);

 private:
  struct Function {
    bool local = false;
    std::string_view header;      // "define … {"
    std::string_view attributes;  // "#12"
  };
  using Names = std::set<std::string, std::less<>>;
  struct Edit;
  void read();
  void read_global(std::string_view line);
  void read_names(std::string_view line, const std::string& in);
  void find_roots(const std::map<std::string_view, std::string_view>& attribute_groups);
  [[nodiscard]] std::string own_name(std::string_view function) const;
  /// What kernels of this file and the needed functions lead to: functions and variables, in this file or not.
  [[nodiscard]] Names reached(const std::set<std::string>& needed) const;

  std::string text_;
  std::size_t number_;
  std::map<std::string, Function, std::less<>> functions_;
  std::map<std::string, std::set<std::string_view>, std::less<>>
      mentions_;                                          // of each function and variable
  Names addressed_;                                       // not only called
  std::map<std::string, std::string, std::less<>> data_;  // that has another name here
  Names roots_;
  std::map<std::string, std::string> offered_;
};

}  // namespace warpscope
