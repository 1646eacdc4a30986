#pragma once

#include <functional>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>

namespace warpscope {

/// A stream that passes on its text through printable_lines() of trace/printable.hpp, so that names
/// and texts of foreign files cannot move the terminal's cursor. Throws what the other stream
/// throws.
class PrintableStream : public std::ostream {
 public:
  /// `begins` is called before the first text.
  explicit PrintableStream(std::ostream& to, std::function<void()> begins = {})
      : std::ostream(nullptr), buffer_(to, std::move(begins)) {
    rdbuf(&buffer_);
    exceptions(to.exceptions());
  }
  /// Passes on the rest, even if it is not a whole character.
  void finish() { buffer_.finish(); }

 private:
  class Buffer : public std::streambuf {
   public:
    Buffer(std::ostream& to, std::function<void()> begins) : to_(to), begins_(std::move(begins)) {}
    void finish();

   protected:
    int_type overflow(int_type c) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override;

   private:
    [[nodiscard]] bool pass_on(std::string_view text);
    std::ostream& to_;
    std::function<void()> begins_;
    std::string rest_;  // the beginning of a character whose other bytes come later
  };
  Buffer buffer_;
};

}  // namespace warpscope
