// Vectors of numbers as clang defines them. Swift imports the types as SIMD4<Float> and
// SIMD4<Int32>, and computations with them stay vector code. Contains no logic.
#pragma once
#include <stdint.h>

typedef float FourFloats __attribute__((ext_vector_type(4)));
typedef int32_t FourInts __attribute__((ext_vector_type(4)));

#define VECTOR_INLINE static inline __attribute__((always_inline))

VECTOR_INLINE FourFloats vector_add(FourFloats a, FourFloats b) { return a + b; }
VECTOR_INLINE FourFloats vector_subtract(FourFloats a, FourFloats b) { return a - b; }
VECTOR_INLINE FourFloats vector_multiply(FourFloats a, FourFloats b) { return a * b; }
VECTOR_INLINE FourFloats vector_divide(FourFloats a, FourFloats b) { return a / b; }
VECTOR_INLINE FourFloats vector_lesser(FourFloats a, FourFloats b) { return a < b ? a : b; }
VECTOR_INLINE FourFloats vector_greater(FourFloats a, FourFloats b) { return a > b ? a : b; }

// Returns the lanes of `a` if those of `mask` are -1, and of `b` if they are 0.
VECTOR_INLINE FourFloats vector_select(FourInts mask, FourFloats a, FourFloats b) {
  return mask ? a : b;
}
VECTOR_INLINE FourInts vector_select_ints(FourInts mask, FourInts a, FourInts b) {
  return mask ? a : b;
}
