// SPDX-License-Identifier: Apache-2.0
// main() of the fuzz targets where libFuzzer is not at hand: runs every file that is given (or lies in a
// folder that is given) and mutations of it. The mutations are the same in every run; a clock only ends the
// loop on slow machines.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr int kMutations = 4000;
constexpr std::chrono::milliseconds kTime{2000};

void run(const std::string& input) {
  // A copy of exactly that size, so that an address sanitizer sees reads behind the end.
  const std::vector<std::uint8_t> bytes(input.begin(), input.end());
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

std::vector<std::string> seeds(int count, char** paths) {
  std::vector<std::string> files;
  for (int i = 0; i < count; ++i) {
    std::error_code error;
    if (std::filesystem::is_directory(paths[i], error)) {
      for (const auto& entry : std::filesystem::directory_iterator(paths[i], error))
        files.push_back(entry.path());
    } else {
      files.emplace_back(paths[i]);
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> inputs = {""};
  for (const auto& file : files) {
    std::ifstream stream(file, std::ios::binary);
    if (stream) inputs.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return inputs;
}

class Mutator {
 public:
  explicit Mutator(const std::vector<std::string>& inputs) : inputs_(inputs) {}

  std::string next() {
    std::string text = inputs_[below(inputs_.size())];
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) change(text);
    return text;
  }

 private:
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  char byte() {
    static constexpr char kTelling[] = "\"\\{}[],: \n\r\t#=.0189-+eEnN\0\x1b\xC2\xE9\xEF\xFF";
    return below(2) == 0 ? static_cast<char>(random_()) : kTelling[below(sizeof kTelling)];
  }

  void change(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    const std::string& other = inputs_[below(inputs_.size())];
    const std::size_t from = below(other.size());
    switch (below(6)) {
      case 0:
        text.insert(at, 1, byte());
        break;
      case 1:
        text.erase(at, 1 + below(30));
        break;
      case 2:
        text.resize(at);
        break;
      case 3:
        text.insert(at, other.substr(from, below(200)));
        break;
      case 4:
        text.insert(at, below(300), byte());
        break;
      default:
        if (at < text.size()) text[at] = byte();
    }
  }

  const std::vector<std::string>& inputs_;
  std::mt19937 random_{5489};
};

}  // namespace

int main(int argc, char** argv) {
  const auto start = std::chrono::steady_clock::now();
  const auto inputs = seeds(argc - 1, argv + 1);
  for (const auto& input : inputs) run(input);
  Mutator mutator(inputs);
  int done = 0;
  while (done < kMutations && std::chrono::steady_clock::now() - start < kTime) {
    run(mutator.next());
    ++done;
  }
  std::printf("%zu inputs, %d mutations\n", inputs.size(), done);
  return 0;
}
