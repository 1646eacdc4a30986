#include "instrumentation/program/source/user_sources.hpp"

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/whole_file.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_source = std::size_t{64} << 20U;

fs::path canonical_path(const fs::path& path) {
  std::error_code failed;
  const fs::path absolute = fs::absolute(path, failed);
  fs::path canonical = fs::weakly_canonical(absolute, failed);
  return failed ? absolute : canonical;
}

std::optional<fs::path> resolve(const IncludedName& name, const fs::path& from,
                                const std::vector<std::string>& folders) {
  std::vector<fs::path> candidates;
  if (name.quoted) candidates.push_back(from.parent_path() / name.name);
  for (const std::string& folder : folders) candidates.push_back(fs::path(folder) / name.name);
  for (const fs::path& candidate : candidates) {
    std::error_code failed;
    if (fs::is_regular_file(candidate, failed)) return canonical_path(candidate);
  }
  return std::nullopt;
}

/// A name between quotes of C.
std::string quoted(const std::string& path) {
  std::string text = "\"";
  for (const char letter : path) {
    if (letter == '"' || letter == '\\') text += '\\';
    text += letter;
  }
  return text + '"';
}

}  // namespace

Result<UserSources> UserSources::read(const BuildRequest& request) {
  UserSources sources;
  for (const fs::path& file : request.files) {
    auto text = read_text_file(file, largest_source);
    if (!text) return text.error();
    const fs::path canonical = canonical_path(file);
    sources.add(canonical, file.string(), std::move(text).value(), request, 0);
    sources.all_[canonical].shown = file.string();  // also where another file includes it
    sources.main_files_.push_back(canonical);
  }
  sources.tell_all();
  return sources;
}

KnownKernels UserSources::add(const fs::path& file, std::string shown, std::string text,
                              const BuildRequest& request, int depth) {
  if (const auto known = all_.find(file); known != all_.end()) {
    return known->second.rewritten.kernels;
  }
  UserSource& source = all_[file];  // references to a map's values stay valid
  source.original = file;
  source.shown = std::move(shown);
  source.text = std::move(text);
  const RewrittenSource first = rewrite_launches(source.text, source.shown, {});
  KnownKernels known;
  constexpr int deepest = 100;
  for (const IncludedName& name : first.includes) {
    source.included.emplace_back();
    const auto found = resolve(name, file, request.include_folders);
    if (!found || depth >= deepest) continue;
    auto included = read_text_file(*found, largest_source);
    if (!included) continue;  // the compiler will say so
    source.included.back() = *found;
    const fs::path next = name.quoted ? fs::path(source.shown).parent_path() / name.name : *found;
    known.add(add(*found, next.string(), std::move(included).value(), request, depth + 1));
  }
  source.rewritten = rewrite_launches(source.text, source.shown, known);
  source.rewritten.kernels.add(known);
  return source.rewritten.kernels;
}

std::set<fs::path> UserSources::files_of(const fs::path& main_file) const {
  std::set<fs::path> found{main_file};
  for (std::vector<fs::path> open{main_file}; !open.empty();) {
    const UserSource& source = all_.at(open.back());
    open.pop_back();
    for (const fs::path& included : source.included) {
      if (all_.contains(included) && found.insert(included).second) open.push_back(included);
    }
  }
  return found;
}

std::set<std::string> UserSources::repeated_variables() const {
  std::map<std::string, int> definitions;
  std::set<std::string> declared;
  for (const fs::path& main_file : main_files_) {
    std::set<std::string> defined;
    for (const fs::path& file : files_of(main_file)) {
      const RewrittenSource& rewritten = all_.at(file).rewritten;
      defined.insert(rewritten.defined_variables.begin(), rewritten.defined_variables.end());
      declared.insert(rewritten.declared_variables.begin(), rewritten.declared_variables.end());
    }
    for (const std::string& name : defined) ++definitions[name];
  }
  std::set<std::string> repeated;
  for (const auto& [name, count] : definitions) {
    if (count > 1 && !declared.contains(name)) repeated.insert(name);
  }
  return repeated;
}

void UserSources::tell_all() {
  KnownKernels all;
  for (const auto& [path, source] : all_) all.add(source.rewritten.kernels);
  const std::set<std::string> repeated = repeated_variables();
  for (auto& [path, source] : all_) {
    KnownKernels known = source.rewritten.kernels;
    bool changes = std::ranges::any_of(source.rewritten.defined_variables,
                                       [&](const auto& name) { return repeated.contains(name); });
    for (auto& [name, shape] : known.shapes) {
      const bool overloaded = all.shapes.at(name).overloaded || all.functions.contains(name);
      changes = changes || (overloaded && !shape.overloaded);
      shape.overloaded = shape.overloaded || overloaded;
    }
    if (!changes) continue;
    known.repeated_variables = repeated;
    source.rewritten = rewrite_launches(source.text, source.shown, known);
    source.rewritten.kernels.add(known);
  }
}

void UserSources::append(const fs::path& file, const std::string& code) {
  UserSource& source = all_.at(file);
  source.rewritten =
      rewrite_launches(source.text + code, source.shown, KnownKernels(source.rewritten.kernels));
  source.included.emplace_back();
}

const UserSource* UserSources::find(const std::string& named) const {
  const auto found = all_.find(fs::path(named));
  return found == all_.end() ? nullptr : &found->second;
}

fs::path UserSources::copy_of(const fs::path& original, const fs::path& folder) {
  return folder / "sources" / original.relative_path();
}

Status UserSources::write(const fs::path& folder) const {
  for (const auto& [path, source] : all_) {
    // The rewriter leaves #include lines alone, so the same ones stand in its text.
    std::string text = source.rewritten.text;
    const auto includes = rewrite_launches(text, {}, {}).includes;
    if (includes.size() == source.included.size()) {
      for (std::size_t k = includes.size(); k-- > 0;) {
        if (source.included[k].empty()) continue;
        text.replace(includes[k].begin, includes[k].length,
                     quoted(copy_of(source.included[k], folder).string()));
      }
    }
    const fs::path copy = copy_of(path, folder);
    std::error_code failed;
    fs::create_directories(copy.parent_path(), failed);
    std::ofstream out(copy, std::ios::binary);
    out << "#line 1 " << quoted(path.string()) << '\n' << text;
    out.close();
    if (!out) {
      return Error{
          ErrorKind::failed,
          tr("{} cannot be written: is the disk full, or the folder not yours?", copy.string())};
    }
  }
  return Done{};
}

}  // namespace warpscope
