#include "app/session/session_opening.hpp"

#include "app/session/session.hpp"

namespace warpscope {

void SessionOpening::seek() {
  if (!session_.playback.left().ready()) return;
  session_.playback.seek(session_.playback.left().document()->telling.access);
  on_ = true;
}

bool SessionOpening::on() const {
  return on_ && session_.playback.left().ready() && !session_.lesson.on();
}

std::string SessionOpening::text() const {
  if (!session_.playback.left().ready()) return {};
  const Document& document = *session_.playback.left().document();
  return telling_text(*document.trace, document.summary, document.telling);
}

void SessionOpening::leave() {
  if (on_) newcomer = false;
  on_ = false;
}

}  // namespace warpscope
