#include "app/session/session_opening.hpp"

#include "app/session/session.hpp"
#include "app/subject/fault_marks.hpp"

namespace warpscope {

void SessionOpening::seek() {
  if (!session_.playback.left().ready()) return;
  const Document& document = *session_.playback.left().document();
  const FaultMarks& faults = document.faults;
  fault_ = faults.first().has_value() ? faults.at(*faults.first())->message : Sentence();
  session_.playback.seek(faults.first().value_or(document.telling.access));
  on_ = true;
}

bool SessionOpening::on() const {
  return on_ && session_.playback.left().ready() && !session_.lesson.on();
}

std::string SessionOpening::text() const {
  if (!session_.playback.left().ready()) return {};
  if (!fault_.empty()) return fault_.text();
  const Document& document = *session_.playback.left().document();
  return telling_text(*document.trace, document.summary, document.telling);
}

void SessionOpening::leave() {
  if (on_) newcomer = false;
  on_ = false;
}

}  // namespace warpscope
