#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "app/layout/banks_layout.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// A request, with everything that describes it in words.
struct BankScene {
  BankModel model = BankModel::cc5;
  SharedRequest request;
  std::string array;         ///< its name
  std::uint32_t base = 0;    ///< byte where it begins
  std::int64_t columns = 0;  ///< of a matrix, else 0
  int element_bytes = 0;     ///< of the array; 0: those that each lane moves
  int warp = 0;
  std::function<std::string(int lane)> value;  ///< what the lane reads or writes; may be unset

  [[nodiscard]] int cell_bytes() const { return element_bytes > 0 ? element_bytes : request.bytes; }
  /// The element that a byte lies in.
  [[nodiscard]] std::int64_t element(std::uint32_t address) const;
  [[nodiscard]] std::string cell(std::int64_t element) const;  ///< "data[12]"
};

/// Lanes, the banks that they want, and the words of each bank stacked wavefront by wavefront.
/// frame.motion plays the wavefronts one after another; at 1 all are done.
void draw_bank_picture(Canvas& canvas, Rect area, const Frame& frame, const BankScene& scene,
                       Wishes& wishes);

// Descriptions of its parts, for the mouse.
[[nodiscard]] std::string lane_text(const BankScene& scene, const BanksLayout& layout, int lane);
[[nodiscard]] std::string word_text(const BankScene& scene, const BanksLayout& layout,
                                    const BankCell& cell);
[[nodiscard]] std::string bank_text(const BanksLayout& layout, int bank);
[[nodiscard]] std::string wavefront_text(const BanksLayout& layout, int pass);

}  // namespace warpscope
