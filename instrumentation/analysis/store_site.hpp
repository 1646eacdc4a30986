#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace warpscope {

/// One load as a store sees it: `back` loads of the same site lie between the two.
struct LoadKey {
  std::uint32_t site = 0;
  std::uint32_t back = 0;
  friend auto operator<=>(const LoadKey&, const LoadKey&) = default;
};

/// One load that may feed the store at hand.
struct Reaching {
  LoadKey key;
  std::int32_t array = 0;
  bool equal = false;     ///< has the stored value
  bool own_cell = false;  ///< of the cell that is stored to
};

/// Learns what all stores of a site have in common.
class StoreSite {
 public:
  /// A store that more loads reach combines them: nobody would write a copy so.
  /// A tile of 32 × 32 leaves 64 loads of its product behind each copy into the next tile.
  static constexpr std::size_t most_matches = 256;
  /// Nor a selection among more than these.
  static constexpr std::size_t most_selected = 8;

  /// To be called for each store with all loads that may feed it, in order of time; the first
  /// `held` of them are of earlier steps.
  void add_loads(std::int32_t array, std::span<const LoadKey> keys, std::size_t held);
  void see(std::span<const Reaching> loads);
  /// A register that no trace shows may feed a store.
  void see_register() { selects_ = false; }
  void combines_alone() { copies_alone_ = false; }

  /// Sites of loads that may feed it, each once.
  [[nodiscard]] const std::vector<std::uint32_t>& loads() const { return loads_; }
  /// Those of them whose value waited for it in a register, since an earlier step.
  [[nodiscard]] const std::vector<std::uint32_t>& held() const { return held_; }
  /// The array to which it first stored.
  [[nodiscard]] std::int32_t array() const { return array_; }
  [[nodiscard]] bool copies_alone() const { return copies_alone_; }
  /// Loads that had the stored value every time, in order of time; not the load of the store's own
  /// cell if others were read beside it: it was read to be combined.
  [[nodiscard]] std::vector<LoadKey> copied() const;
  /// Groups of sites, each of one array, of which one always had the stored value; none if all
  /// loads are of one array.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> selected() const;
  /// Whether two sites were seen to read one array.
  [[nodiscard]] bool same_array(std::uint32_t a, std::uint32_t b) const;
  /// Whether more stores can still change what is known.
  [[nodiscard]] bool open() const { return !seen_ || selects_ || !matches_.empty(); }

 private:
  struct Match {
    LoadKey key;
    bool own_cell = false;  // once read the cell that was then stored to
  };
  /// Sites that read one array.
  struct Family {
    std::vector<std::uint32_t> sites;
    bool always = false;  // one of them had the stored value every time
    bool equal = false;   // and this time
  };
  void keep_matches(std::span<const Reaching> loads);
  void keep_families(std::span<const Reaching> loads);
  Family& family_of(std::uint32_t site);
  void join(std::uint32_t a, std::uint32_t b);

  std::int32_t array_ = -1;
  std::vector<std::uint32_t> loads_, held_;
  std::vector<Match> matches_;
  std::vector<Family> families_;
  bool seen_ = false;
  bool selects_ = true;
  bool copies_alone_ = true;
};

}  // namespace warpscope
