#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "instrumentation/language/sentence.hpp"

namespace warpscope {

// A sentence in JSON that this program reads again: under its key in English, for everybody, and beside it, under
// "KEY_said", the message and its fields, for who reads another language:
//
//   "message": "Thread 3 ends on line 41.",
//   "message_said": {"id": "Thread {0} ends on {1}.", "with": [3, {"id": "line {0}", "with": [41]}]}
//
// A plural has "many" beside its "id", a message of two meanings its "context". A text is a text, a number a number, and
// one whose digits are grouped {"grouped": "1024"}. A text that no language changes has no "KEY_said".

/// Writes both keys into `object`.
void write_sentence(nlohmann::json& object, const std::string& key, const Sentence& sentence);

/// Reads them, whoever wrote them: characters that do harm on a screen are replaced, and texts cut after `most`
/// characters. What "KEY_said" says must be, in English, what KEY says; else KEY is taken, as it is if there is no
/// "KEY_said". Throws the library's error if KEY is no text.
[[nodiscard]] Sentence read_sentence(const nlohmann::json& object, const std::string& key,
                                     std::size_t most);

}  // namespace warpscope
