// SPDX-License-Identifier: Apache-2.0
#include "loadgen/issue_order.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace mlperf::loadgen {
namespace {

using Take = std::function<void(std::span<const std::uint32_t>)>;

// A shuffled copy of the places 0, stride, 2*stride, ... of the set.
std::vector<std::uint32_t> shuffled_places(std::uint64_t core, std::uint64_t stride, Mt19937& random,
                                           Library library) {
  std::vector<std::uint32_t> places;
  for (std::uint64_t place = 0; place < core; place += stride) {
    places.push_back(static_cast<std::uint32_t>(place));
  }
  shuffle(places, random, library);
  return places;
}

// The places of equal issue: permutations of the whole set, each of which is made of the one before. They are
// drawn in advance, and begin again when they are used up; here they are drawn when they are needed.
class EqualIssue {
 public:
  EqualIssue(std::size_t places, std::uint64_t queries, const Mt19937& random, Library library)
      : places_(ascending(places)), start_(random), random_(random), library_(library) {
    permutations_ = (queries + places - 1) / places;
  }

  std::uint32_t next() {
    if (used_ == places_.size()) used_ = 0;
    if (used_ == 0) draw();
    return places_[used_++];
  }
  // Moves `random` behind all permutations.
  void skip_all(Mt19937& random) const {
    auto places = ascending(places_.size());
    for (std::uint64_t i = 0; i < permutations_; ++i) shuffle(places, random, library_);
  }

 private:
  void draw() {
    if (drawn_ == permutations_) {
      random_ = start_;
      places_ = ascending(places_.size());
      drawn_ = 0;
    }
    shuffle(places_, random_, library_);
    ++drawn_;
  }

  std::vector<std::uint32_t> places_;
  Mt19937 start_, random_;
  Library library_;
  std::uint64_t permutations_ = 0, drawn_ = 0;
  std::size_t used_ = 0;
};

// Hands numbers on in pieces.
class Pieces {
 public:
  explicit Pieces(const Take& take) : take_(take) { buffer_.reserve(kSize); }
  void add(std::uint32_t sample) {
    buffer_.push_back(sample);
    if (buffer_.size() == kSize) flush();
  }
  void flush() {
    if (!buffer_.empty()) take_(buffer_);
    buffer_.clear();
  }

 private:
  static constexpr std::size_t kSize = 16384;
  const Take& take_;
  std::vector<std::uint32_t> buffer_;
};

class Order {
 public:
  Order(const RunSettings& settings, const Phase& phase, Library library)
      : settings_(settings),
        phase_(phase),
        set_(phase.set.samples),
        library_(library),
        random_(settings.sample_index_seed) {
    const auto core = phase.set.core;
    const bool multi_stream = settings.scenario == Scenario::multi_stream;
    const auto stride = multi_stream ? phase.samples_per_query : 1;
    if (phase.accuracy) once_ = shuffled_places(core, stride, random_, library);
    unique_ = shuffled_places(core, stride, random_, library);
  }

  void give(std::uint64_t queries, const Take& take) {
    if (settings_.scenario == Scenario::offline) {
      EqualIssue(set_.size(), phase_.equal_issue_queries, random_, library_).skip_all(random_);
      for (std::uint64_t i = 0; i < queries; ++i) give_offline(take);
      return;
    }
    Pieces pieces(take);
    settings_.scenario == Scenario::multi_stream ? give_multi_stream(queries, pieces)
                                                 : give_singles(queries, pieces);
    pieces.flush();
  }

 private:
  // One query: the set over and over, at the end as much of it as is missing.
  void give_offline(const Take& take) {
    const auto size = set_.size();
    const auto full = phase_.samples_per_query / size;
    std::vector<std::uint32_t> copy(set_.begin(), set_.end());
    for (std::uint64_t i = 0; i < full; ++i) {
      if (settings_.issue_same) {
        std::fill(copy.begin(), copy.end(), set_[settings_.same_index]);
      } else if (settings_.equal_issue) {
        std::copy(set_.begin(), set_.end(), copy.begin());
        shuffle(copy, random_, library_);
      }
      take(copy);
    }
    const auto rest = phase_.samples_per_query % size;
    if (rest == 0) return;
    std::copy(set_.begin(), set_.end(), copy.begin());
    if (settings_.issue_same) std::fill(copy.begin(), copy.end(), set_[settings_.same_index]);
    take({copy.data(), rest});
  }

  // Neighbours in the loaded set. Equal issue does not change the choice, but its draws are made.
  void give_multi_stream(std::uint64_t queries, Pieces& pieces) {
    EqualIssue(set_.size(), phase_.equal_issue_queries, random_, library_).skip_all(random_);
    for (std::uint64_t i = 0; i < queries; ++i) {
      const std::size_t place = settings_.issue_unique ? next_of(unique_)
                                : settings_.issue_same ? settings_.same_index
                                                       : plain_choice();
      for (const auto sample : set_.subspan(place, phase_.samples_per_query)) pieces.add(sample);
    }
  }

  void give_singles(std::uint64_t queries, Pieces& pieces) {
    EqualIssue equal(set_.size(), phase_.equal_issue_queries, random_, library_);
    const bool by_equal_issue = settings_.equal_issue && !settings_.issue_unique && !settings_.issue_same;
    if (!by_equal_issue) equal.skip_all(random_);
    const auto count = queries * phase_.samples_per_query;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::size_t place = settings_.issue_unique ? next_of(unique_)
                                : settings_.issue_same ? settings_.same_index
                                : by_equal_issue       ? equal.next()
                                                       : plain_choice();
      pieces.add(set_[place]);
    }
  }

  // Accuracy mode: each place once; performance mode: any.
  std::size_t plain_choice() {
    if (phase_.accuracy) return next_of(once_);
    return uniform(random_, static_cast<std::uint32_t>(phase_.set.core), library_);
  }

  // LoadGen would read behind the end of the list, which none of its own phases does.
  std::size_t next_of(const std::vector<std::uint32_t>& places) {
    return places[next_ < places.size() ? next_++ : places.size() - 1];
  }

  const RunSettings& settings_;
  const Phase& phase_;
  std::span<const std::uint32_t> set_;
  Library library_;
  Mt19937 random_;
  std::vector<std::uint32_t> once_, unique_;
  std::size_t next_ = 0;
};

}  // namespace

void issue_order(const RunSettings& settings, const Phase& phase, std::uint64_t queries, Library library,
                 const Take& take) {
  Order(settings, phase, library).give(queries, take);
}

void NumberHash::add(std::int64_t number) {
  constexpr std::size_t kFlushAt = 65536;
  char digits[24];
  digits[0] = ',';
  const auto end = std::to_chars(digits + 1, digits + sizeof digits, number).ptr;
  pending_.append(first_ ? digits + 1 : digits, end);
  first_ = false;
  if (pending_.size() < kFlushAt) return;
  hash_.update(pending_);
  pending_.clear();
}

std::string NumberHash::hex() {
  hash_.update(pending_);
  return hash_.hex();
}

}  // namespace mlperf::loadgen
