//===- Options.cpp - The command line of dtyp-launch ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the parser of the command line.
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "dtyp/Support/StrCat.h"

#include <charconv>

using namespace mlir::dtyp;

namespace {

class Parser {
public:
  explicit Parser(const std::vector<std::string> &words) : words(words) {}

  Result<Options> parse();

private:
  Status parseOption(std::string name, std::optional<std::string> value);
  Status parseFlag(const std::string &name);
  Status parseValueOption(const std::string &name, const std::string &value);
  Status parseRest(const std::vector<std::string> &positional);

  const std::vector<std::string> &words;
  size_t next = 0;
  Options options;
  bool hasGrid = false, hasBlock = false, time = false;
  std::optional<uint64_t> repeat, batch;
};

} // namespace

static Error unexpected(const std::string &name, std::string_view what,
                        std::string_view value) {
  return Error(
      strCat("option ", name, ": expected ", what, ", got '", value, "'"));
}

/// Reads an integer of at most 32 bits, all of `text`.
static bool readInteger(std::string_view text, uint64_t min, uint64_t max,
                        uint64_t &value) {
  const char *end = text.data() + text.size();
  auto [stop, errc] = std::from_chars(text.data(), end, value);
  return errc == std::errc() && stop == end && value >= min && value <= max;
}

static bool readDim3(std::string_view text, Dim3 &sizes) {
  sizes = {1, 1, 1};
  for (size_t i = 0; i != 3; ++i) {
    size_t comma = text.find(',');
    if (!readInteger(text.substr(0, comma), 0, UINT32_MAX, sizes[i]))
      return false;
    if (comma == std::string_view::npos)
      return true;
    text.remove_prefix(comma + 1);
  }
  return false;
}

/// Returns whether the option is one that takes a value.
static bool takesValue(const std::string &name) {
  for (const char *each :
       {"--kernel", "--grid", "--block", "--dynamic-shared", "--abi",
        "--index-bitwidth", "--device", "--repeat", "--batch", "--parse-dtype"})
    if (name == each)
      return true;
  return false;
}

Status Parser::parseFlag(const std::string &name) {
  if (name == "--help" || name == "-h")
    options.action = Options::Action::Help;
  else if (name == "--version")
    options.action = Options::Action::Version;
  else if (name == "--dry-run")
    options.action = Options::Action::DryRun;
  else if (name == "--time")
    time = true;
  else if (name == "--print-all")
    options.print.printAll = true;
  else
    return Error(strCat("unknown option '", name, "'; see dtyp-launch --help"));
  return Status::success();
}

Status Parser::parseValueOption(const std::string &name,
                                const std::string &value) {
  LaunchOptions &launch = options.launch;
  uint64_t number = 0;
  if (name == "--kernel") {
    if (value.empty())
      return unexpected(name, "a name", value);
    launch.kernel = value;
  } else if (name == "--parse-dtype") {
    options.action = Options::Action::ParseDType;
    options.spelling = value;
  } else if (name == "--grid" || name == "--block") {
    bool isGrid = name == "--grid";
    if (!readDim3(value, isGrid ? launch.grid : launch.block))
      return unexpected(name, "one to three sizes such as 32 or 32,4", value);
    (isGrid ? hasGrid : hasBlock) = true;
  } else if (name == "--dynamic-shared") {
    if (!readInteger(value, 0, UINT32_MAX, launch.dynamicSharedBytes))
      return unexpected(name, "a number of bytes", value);
  } else if (name == "--abi") {
    if (value != "memref" && value != "bare")
      return unexpected(name, "memref or bare", value);
    launch.convention.abi =
        value == "bare" ? KernelABI::BarePointer : KernelABI::MemRef;
  } else if (name == "--index-bitwidth") {
    if (value != "64" && value != "32")
      return unexpected(name, "64 or 32", value);
    launch.convention.indexBitwidth = value == "64" ? 64 : 32;
  } else if (name == "--device") {
    if (!readInteger(value, 0, INT32_MAX, number))
      return unexpected(name, "a number from 0 on", value);
    launch.device = static_cast<int>(number);
  } else {
    if (!readInteger(value, 1, 1000000, number))
      return unexpected(name, "a number from 1 to 1000000", value);
    (name == "--repeat" ? repeat : batch) = number;
  }
  return Status::success();
}

Status Parser::parseOption(std::string name, std::optional<std::string> value) {
  // As in LLVM's tools, one dash does as well as two.
  if (name.size() > 2 && name[1] != '-')
    name = "-" + name;
  if (!takesValue(name)) {
    if (Status status = parseFlag(name); !status)
      return status;
    if (value)
      return Error(
          strCat("option ", name, " takes no value, got '", *value, "'"));
    return Status::success();
  }
  if (!value) {
    if (next == words.size())
      return Error(strCat("option ", name, " needs a value"));
    value = words[next++];
  }
  return parseValueOption(name, *value);
}

/// Takes what is no option, and checks that nothing is missing.
Status Parser::parseRest(const std::vector<std::string> &positional) {
  if (options.action != Options::Action::Launch &&
      options.action != Options::Action::DryRun)
    return Status::success();
  if (positional.empty())
    return Error("expected a PTX file, a cubin or a fatbin; see dtyp-launch "
                 "--help");
  options.imagePath = positional[0];
  for (size_t i = 1; i != positional.size(); ++i) {
    Result<ArgumentSpec> spec = parseArgumentSpec(positional[i]);
    if (!spec)
      return Error(strCat("argument ", i, " '", positional[i],
                          "': ", spec.error().str()));
    options.arguments.push_back(std::move(*spec));
  }
  if (options.action == Options::Action::DryRun)
    return Status::success();
  if (!hasGrid || !hasBlock)
    return Error(
        strCat("option ", hasGrid ? "--block" : "--grid", " is missing"));
  if (repeat && !time)
    return Error("option --repeat says how many launches to time: add --time");
  if (batch && !time)
    return Error("option --batch says how many launches make one time: add "
                 "--time");
  if (time) {
    options.launch.timedLaunches = repeat.value_or(100);
    options.launch.launchesPerTime = batch.value_or(1);
  }
  return Status::success();
}

Result<Options> Parser::parse() {
  std::vector<std::string> positional;
  bool optionsEnded = false;
  while (next != words.size()) {
    const std::string &word = words[next++];
    if (optionsEnded || word.size() < 2 || word[0] != '-') {
      positional.push_back(word);
      continue;
    }
    if (word == "--") {
      optionsEnded = true;
      continue;
    }
    size_t equals = word.find('=');
    std::optional<std::string> value;
    if (equals != std::string::npos)
      value = word.substr(equals + 1);
    Status status = parseOption(word.substr(0, equals), std::move(value));
    if (!status)
      return status.error();
  }
  if (Status status = parseRest(positional); !status)
    return status.error();
  return std::move(options);
}

Result<Options>
mlir::dtyp::parseOptions(const std::vector<std::string> &words) {
  return Parser(words).parse();
}
