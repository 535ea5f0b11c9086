// SPDX-License-Identifier: Apache-2.0
#include "mllog/trace_join.h"

#include <algorithm>
#include <array>
#include <functional>
#include <tuple>
#include <utility>

namespace mlperf::mllog {
namespace {

using Token = TraceJoin::Token;

// By the key alone, stable, in time that grows with the number of values only.
template <class T, class Key>
void radix_sort(std::vector<T>& values, const Key& key) {
  constexpr unsigned kBits = 11;
  constexpr std::uint64_t kMask = (1U << kBits) - 1;
  std::uint64_t varying = 0;
  for (const T& value : values) varying |= key(value) ^ key(values.front());
  std::vector<T> sorted(values.size());
  for (unsigned shift = 0; shift < 64; shift += kBits) {
    if (((varying >> shift) & kMask) == 0) continue;
    std::array<std::size_t, kMask + 1> ends{};
    for (const T& value : values) ++ends[(key(value) >> shift) & kMask];
    std::size_t begin = 0;
    for (auto& end : ends) begin += std::exchange(end, begin);
    for (const T& value : values) sorted[ends[(key(value) >> shift) & kMask]++] = value;
    values.swap(sorted);
  }
}

// In the order of `before`, in which the key comes first. Much is sorted already, and little shares a key.
template <class T, class Key, class Before>
void sort(std::vector<T>& values, const Key& key, const Before& before) {
  constexpr std::size_t kFew = 4000;
  if (std::is_sorted(values.begin(), values.end(), before)) return;
  if (values.size() < kFew) return std::sort(values.begin(), values.end(), before);
  radix_sort(values, key);
  for (auto run = values.begin(); run != values.end();) {
    const auto end = std::find_if(run, values.end(), [&](const T& value) { return key(value) != key(*run); });
    if (!std::is_sorted(run, end, before)) std::sort(run, end, before);
    run = end;
  }
}

struct SampleKey {
  std::uint64_t seq;
  std::uint64_t index;  // into the samples in the order of the file
};

std::vector<SampleKey> sorted_keys(const std::vector<TraceSample>& samples) {
  std::vector<SampleKey> keys(samples.size());
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = {samples[i].sample_seq, i};
  sort(
      keys, [](const SampleKey& key) { return key.seq; },
      [](const SampleKey& a, const SampleKey& b) {
        return std::tie(a.seq, a.index) < std::tie(b.seq, b.index);
      });
  return keys;
}

// Puts values[keys[i].index] to i, in place: the values are what takes the memory.
void permute(std::vector<SampleKey> keys, std::vector<TraceSample>& samples,
             std::vector<std::uint64_t>& orders) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].index == i) continue;
    const TraceSample sample = samples[i];
    const std::uint64_t order = orders[i];
    std::size_t at = i;
    for (std::size_t from = keys[at].index; from != i; from = keys[at].index) {
      samples[at] = samples[from];
      orders[at] = orders[from];
      keys[at].index = at;
      at = from;
    }
    samples[at] = sample;
    orders[at] = order;
    keys[at].index = at;
  }
}

// By sample_seq, and of those that have the same only the first one in the file.
void make_distinct(std::vector<TraceSample>& samples, std::vector<std::uint64_t>& orders, TraceFacts& facts) {
  permute(sorted_keys(samples), samples, orders);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (kept > 0 && samples[i].sample_seq == samples[kept - 1].sample_seq) continue;
    samples[kept] = samples[i];
    orders[kept++] = orders[i];
  }
  facts.samples = kept;
  facts.duplicate_sample_events = samples.size() - kept;
  samples.resize(kept);
}

// What a first token is joined by, with the sample that has it.
struct Target {
  std::uint64_t key;
  std::int64_t issue_delay_ns;
  std::uint64_t order;   // of the completion
  std::uint64_t sample;  // index
};

template <class T>
std::uint64_t key_of(const T& value) {
  return value.key;
}

template <class T>
bool before(const T& a, const T& b) {
  return std::tie(a.key, a.issue_delay_ns, a.order) < std::tie(b.key, b.issue_delay_ns, b.order);
}

template <class A, class B>
bool key_before(const A& a, const B& b) {
  return std::tie(a.key, a.issue_delay_ns) < std::tie(b.key, b.issue_delay_ns);
}

template <class A, class B>
bool same_key(const A& a, const B& b) {
  return a.key == b.key && a.issue_delay_ns == b.issue_delay_ns;
}

// How many of the sorted values are not alone.
template <class T, class Same>
std::uint64_t count_repeated(const std::vector<T>& values, const Same& same) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool as_before = i > 0 && same(values[i - 1], values[i]);
    const bool as_behind = i + 1 < values.size() && same(values[i], values[i + 1]);
    if (as_before || as_behind) ++count;
  }
  return count;
}

// Hands the tokens to the targets; of tokens with one key as many count as there are targets with it, in the
// order of the file, and the rest are repetitions.
class Joiner {
 public:
  Joiner(Trace& trace, std::vector<Target> targets) : trace_(trace), targets_(std::move(targets)) {
    sort(targets_, key_of<Target>, before<Target>);
  }

  std::uint64_t ambiguous() const { return count_repeated(targets_, same_key<Target, Target>); }

  void join(std::vector<Token> tokens) {
    trace_.facts.token_events += tokens.size();
    sort(tokens, key_of<Token>, before<Token>);
    std::vector<Token> orphans;
    auto target = targets_.begin();
    for (auto token = tokens.begin(); token != tokens.end();) {
      const auto group_end =
          std::find_if(token, tokens.end(), [&](const Token& t) { return !same_key(t, *token); });
      while (target != targets_.end() && key_before(*target, *token)) ++target;
      if (target == targets_.end() || !same_key(*target, *token)) {
        trace_.facts.token_events_without_sample += static_cast<std::uint64_t>(group_end - token);
        trace_.facts.duplicate_token_events += static_cast<std::uint64_t>(group_end - token - 1);
        orphans.push_back(*token);
        token = group_end;
        continue;
      }
      const Token& key = *token;
      auto last = target;
      for (; last != targets_.end() && same_key(*last, key) && token != group_end; ++last, ++token)
        give(*last, *token);
      trace_.facts.duplicate_token_events += static_cast<std::uint64_t>(group_end - token);
      token = group_end;
    }
    std::sort(orphans.begin(), orphans.end(),
              [](const Token& a, const Token& b) { return a.order < b.order; });
    for (const Token& token : orphans) trace_.ttft_ns_without_sample.push_back(token.ttft_ns);
  }

 private:
  void give(const Target& target, const Token& token) {
    TraceSample& sample = trace_.samples[target.sample];
    if (sample.ttft_ns != kNoTtft) {
      ++trace_.facts.duplicate_token_events;
      return;
    }
    sample.ttft_ns = token.ttft_ns;
    sample.ttft_after_completion = token.order > target.order;
  }

  Trace& trace_;
  std::vector<Target> targets_;
};

std::uint64_t sharing_a_time(const std::vector<TraceSample>& samples) {
  std::vector<std::int64_t> times(samples.size());
  std::transform(samples.begin(), samples.end(), times.begin(),
                 [](const TraceSample& sample) { return sample.scheduled_ns; });
  sort(times, trace_time_key, std::less<>());
  return count_repeated(times, std::equal_to<>());
}

}  // namespace

void join_trace(TraceJoin events, Trace& trace) {
  const auto& orders = events.completion_orders;
  make_distinct(trace.samples, events.completion_orders, trace.facts);
  trace.facts.samples_sharing_a_scheduled_time = sharing_a_time(trace.samples);
  const auto targets = [&](const auto& key, const auto& delay) {
    std::vector<Target> made(trace.samples.size());
    for (std::size_t i = 0; i < made.size(); ++i) {
      made[i] = {key(trace.samples[i]), delay(trace.samples[i]), orders[i], i};
    }
    return made;
  };
  if (!events.tokens_by_time.empty()) {
    Joiner joiner(trace, targets([](const TraceSample& s) { return trace_time_key(s.scheduled_ns); },
                                 [](const TraceSample& s) { return s.issue_delay_ns; }));
    trace.facts.samples_with_ambiguous_ttft = joiner.ambiguous();
    joiner.join(std::move(events.tokens_by_time));
  }
  if (!events.tokens_by_sample.empty()) {
    Joiner joiner(trace, targets([](const TraceSample& s) { return s.sample_seq; },
                                 [](const TraceSample&) { return std::int64_t{0}; }));
    joiner.join(std::move(events.tokens_by_sample));
  }
}

}  // namespace mlperf::mllog
