#include "app/desktop/glib.hpp"

#include <optional>

#include "instrumentation/timing/shared_library.hpp"

namespace warpscope {
namespace {

bool find_bus(const SharedLibrary& gio, Glib& glib) {
  return gio.find("g_dbus_connection_new_for_address_sync", glib.connect) &&
         gio.find("g_dbus_connection_close_sync", glib.close) &&
         gio.find("g_dbus_connection_is_closed", glib.is_closed) &&
         gio.find("g_dbus_connection_get_unique_name", glib.unique_name) &&
         gio.find("g_dbus_connection_call_sync", glib.call) &&
         gio.find("g_dbus_connection_signal_subscribe", glib.subscribe) &&
         gio.find("g_dbus_connection_signal_unsubscribe", glib.unsubscribe);
}

bool find_variants(const SharedLibrary& gio, Glib& glib) {
  return gio.find("g_variant_parse", glib.parse) &&
         gio.find("g_variant_is_of_type", glib.is_of_type) &&
         gio.find("g_variant_n_children", glib.count) &&
         gio.find("g_variant_get_child_value", glib.child) &&
         gio.find("g_variant_lookup_value", glib.lookup) &&
         gio.find("g_variant_get_uint32", glib.number) &&
         gio.find("g_variant_get_string", glib.text) &&
         gio.find("g_variant_unref", glib.free_variant);
}

bool find_contexts(const SharedLibrary& gio, Glib& glib) {
  return gio.find("g_main_context_new", glib.make_context) &&
         gio.find("g_main_context_push_thread_default", glib.push) &&
         gio.find("g_main_context_pop_thread_default", glib.pop) &&
         gio.find("g_main_context_iteration", glib.iterate) &&
         gio.find("g_main_context_wakeup", glib.wake) &&
         gio.find("g_main_context_unref", glib.free_context) &&
         gio.find("g_cancellable_new", glib.make_cancellable) &&
         gio.find("g_cancellable_cancel", glib.cancel) &&
         gio.find("g_object_unref", glib.free_object);
}

std::optional<Glib> loaded_glib() {
  const auto gio = SharedLibrary::open({"libgio-2.0.so.0"}, {});
  Glib glib{};
  const bool whole = gio && find_bus(gio.value(), glib) && find_variants(gio.value(), glib) &&
                     find_contexts(gio.value(), glib);
  return whole ? std::optional(glib) : std::nullopt;
}

}  // namespace

const Glib* load_glib() {
  static const std::optional<Glib> glib = loaded_glib();
  return glib ? &*glib : nullptr;
}

}  // namespace warpscope
