#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "instrumentation/trace/element.hpp"

namespace warpscope {

/// The trace's name for a C++ type of a kernel.
template <class T>
struct ElementOf;
template <>
struct ElementOf<std::int8_t> {
  static constexpr ElementType type{Scalar::i8, 1};
};
template <>
struct ElementOf<std::uint8_t> {
  static constexpr ElementType type{Scalar::u8, 1};
};
template <>
struct ElementOf<std::int16_t> {
  static constexpr ElementType type{Scalar::i16, 1};
};
template <>
struct ElementOf<std::uint16_t> {
  static constexpr ElementType type{Scalar::u16, 1};
};
template <>
struct ElementOf<std::int32_t> {
  static constexpr ElementType type{Scalar::i32, 1};
};
template <>
struct ElementOf<std::uint32_t> {
  static constexpr ElementType type{Scalar::u32, 1};
};
template <>
struct ElementOf<std::int64_t> {
  static constexpr ElementType type{Scalar::i64, 1};
};
template <>
struct ElementOf<std::uint64_t> {
  static constexpr ElementType type{Scalar::u64, 1};
};
template <>
struct ElementOf<float> {
  static constexpr ElementType type{Scalar::f32, 1};
};
template <>
struct ElementOf<double> {
  static constexpr ElementType type{Scalar::f64, 1};
};
template <class T>
struct ElementOf<Vec2<T>> {
  static constexpr ElementType type{ElementOf<T>::type.scalar, 2};
};
template <class T>
struct ElementOf<Vec3<T>> {
  static constexpr ElementType type{ElementOf<T>::type.scalar, 3};
};
template <class T>
struct ElementOf<Vec4<T>> {
  static constexpr ElementType type{ElementOf<T>::type.scalar, 4};
};
template <class T>
struct ElementOf<const T> : ElementOf<T> {};

}  // namespace warpscope
