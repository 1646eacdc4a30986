#include "app/session/session_opening.hpp"

#include "app/session/session.hpp"

namespace warpscope {

void SessionOpening::seek() {
  if (!session_.left().ready()) return;
  session_.seek(session_.left().document()->telling.access);
  on_ = true;
}

bool SessionOpening::on() const { return on_ && session_.left().ready() && !session_.lesson.on(); }

std::string SessionOpening::text() const {
  if (!session_.left().ready()) return {};
  const Document& document = *session_.left().document();
  return telling_text(*document.trace, document.summary, document.telling);
}

void SessionOpening::leave() {
  if (on_) newcomer = false;
  on_ = false;
}

}  // namespace warpscope
