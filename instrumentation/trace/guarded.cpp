#include "instrumentation/trace/guarded.hpp"

#include <fmt/format.h>

#include <exception>
#include <new>
#include <stdexcept>

#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

Error out_of_memory(std::string_view what) {
  return {ErrorKind::unavailable,
          fmt::format("There is not enough memory to {}; choose a smaller size, or close other "
                      "programs.",
                      what),
          say("There is not enough memory for this; choose a smaller size, or close other "
              "programs.")};
}

Error fault(std::string_view what, std::string_view reason) {
  return {ErrorKind::failed,
          fmt::format("Warpscope could not {}: {}. This is a fault of Warpscope; please report it.",
                      what, reason),
          say("This could not be done: {}. It is a fault of Warpscope; please report it.", reason)};
}

}  // namespace

Error caught_error(std::string_view what) {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return out_of_memory(what);
  } catch (const std::length_error&) {
    return out_of_memory(what);  // more elements than any memory holds
  } catch (const std::exception& error) {
    return fault(what, error.what());
  } catch (...) {
    return fault(what, "it met an unknown error");
  }
}

}  // namespace warpscope
