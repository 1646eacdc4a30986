#include "app/desktop/portal_request.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/desktop/file_uri.hpp"
#include "app/desktop/glib.hpp"
#include "app/desktop/portal_text.hpp"
#include "instrumentation/language/say.hpp"

namespace warpscope {
namespace {

constexpr const char* bus_name = "org.freedesktop.DBus";
constexpr const char* bus_path = "/org/freedesktop/DBus";
constexpr const char* portal_name = "org.freedesktop.portal.Desktop";
constexpr const char* portal_path = "/org/freedesktop/portal/desktop";
constexpr const char* request_interface = "org.freedesktop.portal.Request";
constexpr std::chrono::milliseconds patience_at_end{300};
/// Nobody closes a dialog sooner than this: one that ends by itself so soon was never seen.
constexpr std::chrono::milliseconds least_time_seen{300};

using VariantPtr = std::unique_ptr<Glib::Variant, void (*)(Glib::Variant*)>;

/// What comes for a thread while this lives, comes to it: GLib's threads keep away.
class OwnContext {
 public:
  explicit OwnContext(const Glib& glib) : glib_(glib), context_(glib.make_context()) {
    glib_.push(context_);
  }
  ~OwnContext() {
    glib_.pop(context_);
    glib_.free_context(context_);
  }
  OwnContext(const OwnContext&) = delete;
  OwnContext& operator=(const OwnContext&) = delete;

  void wait() const { glib_.iterate(context_, 1); }
  void wake() const { glib_.wake(context_); }

 private:
  const Glib& glib_;
  Glib::Context* context_;
};

/// A connection of our own: the bus tells the portal when it ends, and the portal closes what it shows for us.
class OwnConnection {
 public:
  OwnConnection(const Glib& glib, const std::string& address, Glib::Cancellable* cancellable)
      : glib_(glib),
        cancellable_(cancellable),
        connection_(
            glib.connect(address.c_str(), Glib::client_of_bus, nullptr, cancellable, nullptr)) {}
  ~OwnConnection() {
    if (connection_ == nullptr) return;
    for (const unsigned id : subscriptions_) glib_.unsubscribe(connection_, id);
    glib_.close(connection_, nullptr, nullptr);
    glib_.free_object(connection_);
  }
  OwnConnection(const OwnConnection&) = delete;
  OwnConnection& operator=(const OwnConnection&) = delete;

  [[nodiscard]] bool is_open() const {
    return connection_ != nullptr && glib_.is_closed(connection_) == 0;
  }
  /// ":1.42"; only if it is open.
  [[nodiscard]] std::string name() const {
    const char* name = glib_.unique_name(connection_);
    return name == nullptr ? "" : name;
  }

  struct Call {
    const char* receiver;
    const char* path;
    const char* interface;
    const char* method;
    std::string arguments;   ///< as GVariant's text
    const char* reply_type;  ///< whatever else comes, counts as no reply
  };
  [[nodiscard]] VariantPtr call(const Call& call, std::chrono::milliseconds patience,
                                bool can_be_cancelled = true) const {
    const VariantPtr arguments(
        glib_.parse(nullptr, call.arguments.c_str(), nullptr, nullptr, nullptr),
        glib_.free_variant);
    Glib::Variant* reply = nullptr;
    if (arguments) {
      reply = glib_.call(connection_, call.receiver, call.path, call.interface, call.method,
                         arguments.get(), call.reply_type, 0, static_cast<int>(patience.count()),
                         can_be_cancelled ? cancellable_ : nullptr, nullptr);
    }
    return {reply, glib_.free_variant};
  }

  struct Signal {
    const char* sender;
    const char* interface;
    const char* name;
    const char* path;
    const char* first_argument;  ///< nullptr: any
  };
  /// `data` must outlive the connection.
  void hear(const Signal& signal, Glib::OnSignal* on_signal, void* data) {
    subscriptions_.push_back(glib_.subscribe(connection_, signal.sender, signal.interface,
                                             signal.name, signal.path, signal.first_argument, 0,
                                             on_signal, data, nullptr));
  }

 private:
  const Glib& glib_;
  Glib::Cancellable* cancellable_;
  Glib::Connection* connection_;
  std::vector<unsigned> subscriptions_;
};

/// The first element of a tuple that is known to have a text there.
std::string first_text(const Glib& glib, Glib::Variant* tuple) {
  const VariantPtr child(glib.child(tuple, 0), glib.free_variant);
  std::size_t length = 0;
  const char* text = glib.text(child.get(), &length);
  return {text, length};
}

FileAnswer refused_answer(Sentence problem) {
  return {.kind = FileAnswer::Kind::refused, .problem = std::move(problem)};
}

/// What a portal's Response says, whose type anybody may have chosen.
FileAnswer answer_in(const Glib& glib, Glib::Variant* response, bool was_seen) {
  constexpr std::uint32_t success = 0, cancelled = 1;
  const Sentence no_answer =
      say("The desktop's file dialog gave no answer that can be read; the name of one file was "
          "expected. Choose the file here.");
  if (glib.is_of_type(response, "(ua{sv})") == 0) return refused_answer(no_answer);
  const VariantPtr code(glib.child(response, 0), glib.free_variant);
  const VariantPtr results(glib.child(response, 1), glib.free_variant);
  const std::uint32_t ending = glib.number(code.get());
  if (ending != success) {
    const bool closed = ending == cancelled || was_seen;
    return {.kind = closed ? FileAnswer::Kind::cancelled : FileAnswer::Kind::no_dialog};
  }
  const VariantPtr uris(glib.lookup(results.get(), "uris", "as"), glib.free_variant);
  if (!uris || glib.count(uris.get()) != 1) return refused_answer(no_answer);
  Result<std::filesystem::path> file = file_of_uri(first_text(glib, uris.get()));
  if (!file) return refused_answer(file.error().for_window());
  return {.kind = FileAnswer::Kind::chosen, .file = std::move(file).value()};
}

/// One question to the portal, from the first call to the answer.
class PortalRequest {
 public:
  PortalRequest(const Glib& glib, const PortalHost& host, Glib::Cancellable* cancellable)
      : glib_(glib), host_(host), connection_(glib, host.bus, cancellable) {}

  /// Whether the dialog is shown now.
  [[nodiscard]] bool begin(const FileQuestion& question) {
    if (!connection_.is_open() || !find_portal()) return false;
    std::string sender = connection_.name().substr(1);
    std::ranges::replace(sender, '.', '_');
    const std::string token = "warpscope";
    // The answer may come before the reply does.
    path_ = std::string(portal_path) + "/request/" + sender + "/" + token;
    hear_answer();
    const VariantPtr reply =
        connection_.call({portal_.c_str(), portal_path, "org.freedesktop.portal.FileChooser",
                          question.saves ? "SaveFile" : "OpenFile",
                          portal_arguments(question, host_.window, token), "(o)"},
                         host_.patience);
    if (!reply) return false;
    began_ = std::chrono::steady_clock::now();
    // Portals before 0.9 name it as they like.
    if (std::string path = first_text(glib_, reply.get()); path != path_) {
      path_ = std::move(path);
      hear_answer();
    }
    return true;
  }

  /// False once nothing more can come.
  [[nodiscard]] bool waits() const { return !answer_ && !gone_ && connection_.is_open(); }
  [[nodiscard]] std::optional<FileAnswer> take_answer() { return std::move(answer_); }

  /// Also one that is only about to be shown.
  void close() const {
    if (!connection_.is_open() || path_.empty()) return;
    static_cast<void>(
        connection_.call({portal_.c_str(), path_.c_str(), request_interface, "Close", "()", "()"},
                         patience_at_end, false));
  }

 private:
  /// Starts it if it does not run. By its own name it is heard and asked, so that nobody else can answer.
  [[nodiscard]] bool find_portal() {
    const std::string name = variant_text(std::string_view(portal_name));
    const auto ask_bus = [&](const char* method, const std::string& arguments, const char* type) {
      return connection_.call({bus_name, bus_path, bus_name, method, arguments, type},
                              host_.patience);
    };
    const auto ask_owner = [&] { return ask_bus("GetNameOwner", "(" + name + ",)", "(s)"); };
    VariantPtr owner = ask_owner();
    if (!owner && ask_bus("StartServiceByName", "(" + name + ", uint32 0)", "(u)")) {
      owner = ask_owner();
    }
    if (!owner) return false;
    portal_ = first_text(glib_, owner.get());
    connection_.hear(
        {bus_name, bus_name, "NameOwnerChanged", bus_path, portal_.c_str()},
        [](Glib::Connection*, const char*, const char*, const char*, const char*, Glib::Variant*,
           void* self) { static_cast<PortalRequest*>(self)->gone_ = true; },
        this);
    return true;
  }

  void hear_answer() {
    connection_.hear(
        {portal_.c_str(), request_interface, "Response", path_.c_str(), nullptr},
        [](Glib::Connection*, const char*, const char*, const char*, const char*,
           Glib::Variant* response,
           void* self) { static_cast<PortalRequest*>(self)->take(response); },
        this);
  }

  void take(Glib::Variant* response) {
    if (answer_) return;
    const bool was_seen = began_ && std::chrono::steady_clock::now() - *began_ >= least_time_seen;
    answer_ = answer_in(glib_, response, was_seen);
  }

  const Glib& glib_;
  const PortalHost& host_;
  std::string portal_, path_;  // the portal's own name, and our request's object
  std::optional<std::chrono::steady_clock::time_point> began_;
  std::optional<FileAnswer> answer_;
  bool gone_ = false;
  OwnConnection connection_;
};

}  // namespace

FileAnswer ask_portal(const PortalHost& host, const FileQuestion& question,
                      const std::stop_token& stop) {
  const Glib* glib = load_glib();
  if (glib == nullptr) return {.kind = FileAnswer::Kind::no_dialog};
  const OwnContext context(*glib);
  const std::unique_ptr<Glib::Cancellable, void (*)(Glib::Cancellable*)> cancellable(
      glib->make_cancellable(), [](Glib::Cancellable* one) { load_glib()->free_object(one); });
  const std::stop_callback end(stop, [&] {
    glib->cancel(cancellable.get());
    context.wake();
  });
  PortalRequest request(*glib, host, cancellable.get());
  if (request.begin(question)) {
    while (request.waits() && !stop.stop_requested()) context.wait();
  }
  if (stop.stop_requested()) request.close();
  return request.take_answer().value_or(FileAnswer{.kind = FileAnswer::Kind::no_dialog});
}

}  // namespace warpscope
