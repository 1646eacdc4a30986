#pragma once

#include <cstddef>
#include <cstdint>

namespace warpscope {

/// What Warpscope needs of GLib and its D-Bus, GIO. The library is loaded when somebody first asks for it, so that
/// neither the build nor a start depends on it. The types are opaque; GLib keeps these signatures since 2.26.
/// Errors are not asked for: a null pointer says that there was one.
struct Glib {
  struct Connection;
  struct Variant;
  struct Context;
  struct Cancellable;
  using OnSignal = void(Connection* connection, const char* sender, const char* path,
                        const char* interface, const char* signal, Variant* parameters, void* data);

  /// Of connect(): we are the client, and a bus is at the other end.
  static constexpr int client_of_bus = 1 | 8;
  Connection* (*connect)(const char* address, int flags, void* observer, Cancellable* cancellable,
                         void** error);
  int (*close)(Connection* connection, Cancellable* cancellable, void** error);
  int (*is_closed)(Connection* connection);
  const char* (*unique_name)(Connection* connection);
  /// `milliseconds` is how long it waits for the reply; -1: as long as GLib thinks right.
  Variant* (*call)(Connection* connection, const char* bus_name, const char* path,
                   const char* interface, const char* method, Variant* parameters,
                   const char* reply_type, int flags, int milliseconds, Cancellable* cancellable,
                   void** error);
  unsigned (*subscribe)(Connection* connection, const char* sender, const char* interface,
                        const char* signal, const char* path, const char* first_argument, int flags,
                        OnSignal* on_signal, void* data, void (*free_data)(void* data));
  void (*unsubscribe)(Connection* connection, unsigned id);

  /// Of a text in GVariant's own format.
  Variant* (*parse)(const char* type, const char* text, const char* limit, const char** end,
                    void** error);
  int (*is_of_type)(Variant* variant, const char* type);
  std::size_t (*count)(Variant* variant);
  Variant* (*child)(Variant* variant, std::size_t index);
  /// Of a dictionary; null if it is not there or of another type.
  Variant* (*lookup)(Variant* dictionary, const char* key, const char* type);
  std::uint32_t (*number)(Variant* variant);
  const char* (*text)(Variant* variant, std::size_t* length);
  void (*free_variant)(Variant* variant);

  Context* (*make_context)();
  void (*push)(Context* context);
  void (*pop)(Context* context);
  int (*iterate)(Context* context, int may_block);
  void (*wake)(Context* context);
  void (*free_context)(Context* context);

  Cancellable* (*make_cancellable)();
  void (*cancel)(Cancellable* cancellable);
  /// Of a connection or a cancellable.
  void (*free_object)(void* object);
};

/// GLib, loaded once; nullptr: this machine has none.
[[nodiscard]] const Glib* load_glib();

}  // namespace warpscope
