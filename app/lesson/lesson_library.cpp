#include "app/lesson/lesson_library.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <system_error>
#include <utility>

#include "app/lesson/course.hpp"
#include "app/lesson/lesson_reader.hpp"
#include "app/subject/program_launches.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/run/embedded.hpp"
#include "instrumentation/trace/printable.hpp"
#include "instrumentation/trace/whole_file.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view own = "assets/lessons/";
constexpr std::string_view ending = ".yaml", ending_beside = ".lesson.yaml";

/// True if the topic is all of the lesson's program, or its kernel.
bool is_about(const Lesson& lesson, std::string_view topic) {
  if (!topic.starts_with(lesson.program)) return false;
  topic.remove_prefix(lesson.program.size());
  if (topic.empty()) return true;
  return topic.starts_with(": ") && is_kernel_named(topic.substr(2), lesson.kernel);
}

}  // namespace

fs::path lesson_beside(const fs::path& program) {
  fs::path lesson = program;
  return lesson.replace_extension(ending_beside);
}

fs::path program_beside(const fs::path& lesson) {
  const std::string name = lesson.filename().string();
  if (!name.ends_with(ending_beside)) return {};
  fs::path program = lesson;
  program.replace_filename(name.substr(0, name.size() - ending_beside.size()) + ".cu");
  std::error_code ignored;
  return fs::exists(program, ignored) ? program : fs::path();
}

bool names_a_lesson(const fs::path& file) {
  return file.extension() == ".yaml" || file.extension() == ".yml";
}

LessonLibrary::LessonLibrary(const ViewLists& views) : views_(views) {
  for (const std::string_view path : embedded_paths(own)) {
    if (!path.ends_with(ending)) continue;
    std::string_view id = path.substr(own.size());
    id.remove_suffix(ending.size());
    entries_[std::string(id)] = {std::string(path), embedded_text(path), nullptr};
  }
}

Status LessonLibrary::add_folder(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (names_a_lesson(entry->path()) && program_beside(entry->path()).empty()) {
      files.push_back(entry->path());
    }
  }
  if (error) {
    return Error{ErrorKind::usage,
                 tr("The folder of lessons {0} cannot be read: {1}. Name a folder that holds "
                    "files such as reduce_strided.yaml.",
                    folder.string(), error.message())};
  }
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    const auto text = read_text_file(file, largest_lesson);
    if (!text) {
      mistakes_.push_back({file.string(), 0, text.error().message});
      continue;
    }
    auto lesson = read_lesson(text.value(), file.string(), mistakes_, views_);
    if (!lesson) continue;
    std::string id = lesson->id;
    entries_[std::move(id)] = {file.string(), {}, std::make_unique<Lesson>(std::move(*lesson))};
  }
  return Done{};
}

Result<Lesson> LessonLibrary::read_file(const fs::path& file,
                                        std::vector<Mistake>& mistakes) const {
  const auto text = read_text_file(file, largest_lesson);
  if (!text) return text.error();
  auto lesson = read_lesson(text.value(), file.string(), mistakes, views_);
  if (lesson) return *std::move(lesson);
  return usage_error(mistakes.empty() ? file.string() : mistakes.front().text());
}

Result<const Lesson*> LessonLibrary::add_file(const fs::path& file,
                                              std::vector<Mistake>& mistakes) {
  Result<Lesson> lesson = read_file(file, mistakes);
  if (!lesson) return lesson.error();
  lesson->id = file.string();
  Entry& entry = entries_[lesson->id];
  entry = {file.string(), {}, std::make_unique<Lesson>(std::move(lesson).value())};
  return entry.lesson.get();
}

Result<const Lesson*> LessonLibrary::renew_file(const fs::path& file) {
  std::vector<Mistake> mistakes;
  const Result<Lesson> lesson = read_file(file, mistakes);
  if (!lesson) return lesson.error();
  if (!mistakes.empty()) return usage_error(mistakes.front().text());
  return add_file(file, mistakes);
}

Result<std::size_t> LessonLibrary::keep_stop(const fs::path& file, const KeptMoment& moment) const {
  std::string before;
  std::error_code unknown;
  if (fs::exists(file, unknown)) {
    Result<std::string> text = read_text_file(file, largest_lesson);
    if (!text) return text.error();
    before = std::move(text).value();
  }
  const auto text = with_stop(before, moment, file.string(), views_);
  if (!text) return text.error();
  if (text->size() > largest_lesson) {
    return usage_error(
        tr("{} would be larger than any lesson: begin another file.", printable(file.string())));
  }
  Result<AtomicFile> written = AtomicFile::open(file);
  if (!written) return written.error();
  if (Status put = written->write(std::as_bytes(std::span(text.value()))); !put) return put.error();
  if (Status done = written->commit(); !done) return done.error();
  std::vector<Mistake> none;
  return read_lesson(text.value(), file.string(), none, views_)->stops.size();
}

Result<Words> LessonLibrary::title_in(const fs::path& file) const {
  std::vector<Mistake> mistakes;
  const fs::path program = program_beside(file);
  Result<Lesson> lesson = read_file(file, mistakes);
  if (!lesson && !program.empty()) return Words{program.filename().string(), {}};
  if (!lesson && mistakes.empty()) return lesson.error();
  if (!lesson) {
    mistakes.front().file = file.filename().string();
    return usage_error(mistakes.front().text());
  }
  if (!lesson->title.en.empty()) return lesson->title;
  const auto kernel = find_kernel(lesson->kernel);
  return Words{kernel ? std::string(kernel.value()->title) : lesson->kernel, {}};
}

std::vector<fs::path> LessonLibrary::own_files() const {
  std::vector<fs::path> files;
  for (const auto& [id, entry] : entries_) {
    if (!entry.file.starts_with(own)) files.emplace_back(entry.file);
  }
  return files;
}

void LessonLibrary::read(Entry& entry) {
  if (entry.text.empty()) return;
  if (auto lesson = read_lesson(entry.text, entry.file, mistakes_, views_)) {
    entry.lesson = std::make_unique<Lesson>(std::move(*lesson));
  }
  entry.text = {};
}

std::vector<Mistake> LessonLibrary::read_beside(const fs::path& program) {
  std::vector<Mistake> mistakes;
  beside_.erase(program.string());
  const fs::path file = lesson_beside(program);
  if (std::error_code ignored; !fs::exists(file, ignored)) return mistakes;
  const auto text = read_text_file(file, largest_lesson);
  if (!text) return {{file.string(), 0, text.error().message}};
  auto lesson = read_lesson(text.value(), file.string(), mistakes, views_, program.string());
  if (lesson) beside_.emplace(program.string(), std::move(*lesson));
  return mistakes;
}

const Lesson* LessonLibrary::find_beside(const fs::path& program) const {
  const auto found = beside_.find(program.string());
  return found == beside_.end() ? nullptr : &found->second;
}

const Lesson* LessonLibrary::find(std::string_view topic) {
  for (const auto& [program, lesson] : beside_) {
    if (is_about(lesson, topic)) return &lesson;
  }
  const auto found = entries_.find(topic);
  if (found == entries_.end()) return nullptr;
  read(found->second);
  return found->second.lesson.get();
}

Words LessonLibrary::title(std::string_view kernel) const {
  const auto found = entries_.find(kernel);
  if (found == entries_.end()) return {};
  const Entry& entry = found->second;
  if (entry.lesson) return entry.lesson->title;
  return read_title(entry.text);
}

std::vector<std::string> LessonLibrary::ids() const {
  std::vector<std::string> ids;
  for (const auto& [id, entry] : entries_) {
    if (!find_kernel(id)) ids.push_back(id);
  }
  for (const KernelInfo* kernel : catalogue()) {
    if (entries_.contains(kernel->id)) ids.emplace_back(kernel->id);
  }
  return ids;
}

const Lesson* LessonLibrary::after(std::string_view id) {
  const Course& course = own_course();
  for (std::string next = course.after(id); !next.empty(); next = course.after(next)) {
    if (const Lesson* const lesson = find(next)) return lesson;
  }
  return nullptr;
}

void LessonLibrary::read_all() {
  for (auto& [id, entry] : entries_) {
    read(entry);
    if (entry.lesson && entry.lesson->id != id) {
      mistakes_.push_back({entry.file, 0,
                           tr("The file is named after {}, but its lesson is of another "
                              "kernel; rename it or correct \"kernel\".",
                              id)});
    }
  }
}

fs::path lessons_folder(const std::string& option) {
  if (!option.empty()) return option;
  const char* variable = std::getenv("WARPSCOPE_LESSONS");
  return variable == nullptr ? fs::path() : fs::path(variable);
}

Result<std::shared_ptr<LessonLibrary>> open_lessons(const fs::path& folder,
                                                    const ViewLists& views) {
  auto library = std::make_shared<LessonLibrary>(views);
  if (folder.empty()) return library;
  if (Status added = library->add_folder(folder); !added) return added.error();
  return library;
}

}  // namespace warpscope
