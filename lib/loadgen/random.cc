// SPDX-License-Identifier: Apache-2.0
#include "loadgen/random.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

namespace mlperf::loadgen {
namespace {

constexpr std::size_t kShift = 397;  // the recurrence's middle word
constexpr std::uint32_t kMatrix = 0x9908b0dfU;
constexpr std::uint32_t kUpper = 0x80000000U, kLower = 0x7fffffffU;
constexpr double kTwoTo32 = 4294967296.0, kTwoTo64 = 18446744073709551616.0;

// Four words at a time; any compiler that knows the vector extension makes two or four instructions of each
// operation.
using Words = std::uint32_t __attribute__((vector_size(16)));
constexpr std::size_t kLanes = 4;

Words load(const std::uint32_t* from) {
  Words words;
  std::memcpy(&words, from, sizeof words);
  return words;
}

void store(std::uint32_t* to, Words words) {
  std::memcpy(to, &words, sizeof words);
}

// The recurrence for one word or for four.
template <class T>
T twist(T here, T next, T middle) {
  const T mixed = (here & kUpper) | (next & kLower);
  return middle ^ (mixed >> 1) ^ ((0U - (mixed & 1U)) & kMatrix);
}

template <class T>
T temper(T word) {
  word ^= word >> 11;
  word ^= (word << 7) & 0x9d2c5680U;
  word ^= (word << 15) & 0xefc60000U;
  return word ^ (word >> 18);
}

// state[i] for i in [begin, end) from state[i + 1] and state[i + offset]; the latter is far enough away that
// four words at a time see what one at a time would.
void twist_range(std::uint32_t* state, std::size_t begin, std::size_t end, std::ptrdiff_t offset) {
  std::size_t i = begin;
  for (; i + kLanes <= end; i += kLanes) {
    std::uint32_t* at = state + i;
    store(at, twist(load(at), load(at + 1), load(at + offset)));
  }
  for (; i < end; ++i) state[i] = twist(state[i], state[i + 1], state[i + static_cast<std::size_t>(offset)]);
}

std::uint32_t uniform_new(Mt19937& random, std::uint32_t range) {
  std::uint64_t product = std::uint64_t{random.next()} * range;
  auto low = static_cast<std::uint32_t>(product);
  if (low < range) {
    const std::uint32_t threshold = (0U - range) % range;
    while (low < threshold) {
      product = std::uint64_t{random.next()} * range;
      low = static_cast<std::uint32_t>(product);
    }
  }
  return static_cast<std::uint32_t>(product >> 32);
}

std::uint32_t uniform_old(Mt19937& random, std::uint32_t range) {
  const std::uint32_t scale = std::numeric_limits<std::uint32_t>::max() / range;
  const std::uint64_t end = std::uint64_t{range} * scale;
  std::uint32_t word = 0;
  do word = random.next();
  while (word >= end);
  return word / scale;
}

std::uint32_t uniform_libcxx(Mt19937& random, std::uint32_t range) {
  if (range == 1) return 0;
  const auto bits = static_cast<unsigned>(std::bit_width(range - 1));
  const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1);
  std::uint32_t word = 0;
  do word = random.next() & mask;
  while (word >= range);
  return word;
}

// libstdc++ takes two positions from one draw while their product fits a word.
template <class Uniform>
void shuffle_in_pairs(std::span<std::uint32_t> items, const Uniform& uniform) {
  std::size_t i = 1;
  if (items.size() % 2 == 0) {
    std::swap(items[1], items[uniform(2)]);
    i = 2;
  }
  for (; i < items.size(); i += 2) {
    const auto range = static_cast<std::uint32_t>(i + 1);
    const std::uint32_t both = uniform(range * (range + 1));
    std::swap(items[i], items[both / (range + 1)]);
    std::swap(items[i + 1], items[both % (range + 1)]);
  }
}

template <class Uniform>
void shuffle_libstdcxx(std::span<std::uint32_t> items, const Uniform& uniform) {
  if (std::numeric_limits<std::uint32_t>::max() / items.size() >= items.size()) {
    shuffle_in_pairs(items, uniform);
    return;
  }
  for (std::size_t i = 1; i < items.size(); ++i) {
    std::swap(items[i], items[uniform(static_cast<std::uint32_t>(i + 1))]);
  }
}

void shuffle_libcxx(std::span<std::uint32_t> items, Mt19937& random) {
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    std::swap(items[i], items[i + uniform_libcxx(random, static_cast<std::uint32_t>(items.size() - i))]);
  }
}

}  // namespace

Mt19937::Mt19937(std::uint64_t seed) {
  state_[0] = static_cast<std::uint32_t>(seed);
  for (std::size_t i = 1; i < kWords; ++i) {
    const std::uint32_t last = state_[i - 1];
    state_[i] = 1812433253U * (last ^ (last >> 30)) + static_cast<std::uint32_t>(i);
  }
}

void Mt19937::refill() {
  std::uint32_t* state = state_.data();
  twist_range(state, 0, kWords - kShift, kShift);
  twist_range(state, kWords - kShift, kWords - 1, static_cast<std::ptrdiff_t>(kShift) - kWords);
  state[kWords - 1] = twist(state[kWords - 1], state[0], state[kShift - 1]);
  static_assert(kWords % kLanes == 0);
  for (std::size_t i = 0; i < kWords; i += kLanes) store(words_.data() + i, temper(load(state + i)));
  used_ = 0;
}

void Mt19937::fill(std::span<std::uint32_t> words) {
  while (!words.empty()) {
    if (used_ == kWords) refill();
    const std::size_t count = std::min(words.size(), kWords - used_);
    std::memcpy(words.data(), words_.data() + used_, count * sizeof words[0]);
    used_ += count;
    words = words.subspan(count);
  }
}

std::string_view to_string(Library library) {
  switch (library) {
    case Library::libstdcxx_11:
      return "libstdc++ (GCC 11 or later)";
    case Library::libstdcxx_10:
      return "libstdc++ (GCC 10 or earlier)";
    case Library::libcxx:
      return "libc++";
  }
  return {};
}

std::uint32_t uniform(Mt19937& random, std::uint32_t range, Library library) {
  switch (library) {
    case Library::libstdcxx_11:
      return uniform_new(random, range);
    case Library::libstdcxx_10:
      return uniform_old(random, range);
    case Library::libcxx:
      return uniform_libcxx(random, range);
  }
  return 0;
}

void shuffle(std::span<std::uint32_t> items, Mt19937& random, Library library) {
  if (items.size() < 2) return;
  switch (library) {
    case Library::libstdcxx_11:
      shuffle_libstdcxx(items, [&](std::uint32_t range) { return uniform_new(random, range); });
      break;
    case Library::libstdcxx_10:
      shuffle_libstdcxx(items, [&](std::uint32_t range) { return uniform_old(random, range); });
      break;
    case Library::libcxx:
      shuffle_libcxx(items, random);
      break;
  }
}

double canonical(std::uint32_t low, std::uint32_t high) {
  const double value = (static_cast<double>(low) + static_cast<double>(high) * kTwoTo32) / kTwoTo64;
  constexpr double kLargest = 1.0 - std::numeric_limits<double>::epsilon() / 2;
  return value < 1.0 ? value : kLargest;
}

double canonical(Mt19937& random) {
  const std::uint32_t low = random.next();
  return canonical(low, random.next());
}

std::vector<std::uint32_t> ascending(std::size_t count) {
  std::vector<std::uint32_t> indices(count);
  std::iota(indices.begin(), indices.end(), 0U);
  return indices;
}

}  // namespace mlperf::loadgen
