//===- AssemblerLog.cpp - What PTX assemblers report ----------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas of CUDA 13 writes
//
//   ptxas info    : Compiling entry function 'k' for 'sm_90'
//   ptxas info    : Function properties for k
//       48 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
//   ptxas info    : Used 10 registers, used 0 barriers, 48 bytes cumulative
//   stack size, 64 bytes smem
//   ptxas in.ptx, line 30; error   : Unknown modifier '.lcal'
//   ptxas fatal   : Ptx assembly aborted due to errors
//
// and nvJitLink the same with `ptxas         .` before the second line of the
// properties, then for the linked kernels
//
//   info    : Function properties for 'k':
//   info    : used 24 registers, used 1 barriers, 1016 stack, 1088 bytes smem,
//   536 bytes cmem[0], 0 bytes lmem
//   error   : Undefined reference to 'f' in 'ptx'
//
//===----------------------------------------------------------------------===//

#include "dtyp/Target/AssemblerLog.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::cudax;

namespace {

class LogParser {
public:
  explicit LogParser(AssemblerLog &log) : log(log) {}

  void parseLine(StringRef line);

private:
  /// Parses what stands behind `ptxas info    :`.
  void parseInfo(StringRef text);

  /// Parses a list of amounts (`used 24 registers, 64 bytes smem`) of the
  /// current function.
  void parseAmounts(StringRef text);

  /// Makes the function `name` the current one.
  FunctionResources &enter(StringRef name);

  AssemblerLog &log;
  std::optional<size_t> current;
};

} // namespace

FunctionResources &LogParser::enter(StringRef name) {
  for (auto [index, function] : llvm::enumerate(log.functions)) {
    if (function.name == name) {
      current = index;
      return function;
    }
  }
  current = log.functions.size();
  FunctionResources &function = log.functions.emplace_back();
  function.name = name.str();
  return function;
}

void LogParser::parseAmounts(StringRef text) {
  if (!current) {
    return;
  }
  FunctionResources &function = log.functions[*current];
  SmallVector<StringRef> amounts;
  text.split(amounts, ',');
  for (StringRef amount : amounts) {
    amount = amount.trim();
    if (!amount.consume_front("Used ")) {
      amount.consume_front("used ");
    }
    int64_t value = 0;
    if (amount.consumeInteger(10, value)) {
      continue;
    }
    amount = amount.ltrim();
    if (amount.starts_with("bytes cmem")) {
      function.constantBytes =
          std::max<int64_t>(function.constantBytes, 0) + value;
      continue;
    }
    int64_t *field = llvm::StringSwitch<int64_t *>(amount)
                         .Case("registers", &function.registers)
                         .Case("barriers", &function.barriers)
                         .Case("bytes stack frame", &function.frameBytes)
                         .Cases({"bytes cumulative stack size", "stack"},
                                &function.stackBytes)
                         .Case("bytes spill stores", &function.spillStoreBytes)
                         .Case("bytes spill loads", &function.spillLoadBytes)
                         .Case("bytes smem", &function.sharedBytes)
                         .Default(nullptr);
    if (field) {
      *field = value;
    }
  }
}

void LogParser::parseInfo(StringRef text) {
  if (text.consume_front("Compiling entry function '")) {
    enter(text.take_until([](char c) { return c == '\''; })).isKernel = true;
  } else if (text.consume_front("Function properties for '")) {
    // nvJitLink lists the linked kernels, with their constant memory.
    FunctionResources &function =
        enter(text.take_until([](char c) { return c == '\''; }));
    function.isKernel = true;
    function.constantBytes = -1;
  } else if (text.consume_front("Function properties for ")) {
    enter(text.trim());
  } else if (text.starts_with("Used ") || text.starts_with("used ")) {
    parseAmounts(text);
  }
}

void LogParser::parseLine(StringRef line) {
  StringRef properties = line;
  if (properties.consume_front("ptxas         .") ||
      properties.starts_with("    ")) {
    parseAmounts(properties);
    return;
  }
  auto [origin, text] = line.split(':');
  text = text.trim();
  origin = origin.trim();
  if (origin.ends_with("info")) {
    parseInfo(text);
    return;
  }
  bool isError = origin.ends_with("error") || origin.ends_with("fatal");
  if (!isError && !origin.ends_with("warning")) {
    return;
  }
  AssemblerMessage message;
  message.isError = isError;
  message.text = text.str();
  // `Unresolved extern function 'f'` of ptxas, `Undefined reference to 'f' in
  // 'ptx'` of nvJitLink.
  message.isUndefined = text.starts_with("Undefined reference to '") ||
                        text.starts_with("Unresolved extern");
  for (StringRef before :
       {"Undefined reference to '", "Multiple definition of '", "function '"}) {
    auto [head, symbol] = text.split(before);
    if (!symbol.empty()) {
      message.function = symbol.split('\'').first.str();
      break;
    }
  }
  StringRef position = origin.split(", line ").second;
  unsigned number = 0;
  if (!position.consumeInteger(10, number)) {
    message.line = number;
  }
  log.messages.push_back(std::move(message));
}

AssemblerLog cudax::parseAssemblerLog(StringRef text) {
  AssemblerLog log;
  LogParser parser(log);
  SmallVector<StringRef> lines;
  text.split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    parser.parseLine(line);
  }
  return log;
}
