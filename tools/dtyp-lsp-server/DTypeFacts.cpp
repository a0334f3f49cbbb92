//===- DTypeFacts.cpp - What an editor shows of dtypes --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DTypeFacts.h"

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::dtyp;

/// Returns the dtype that `type` is or provides, or null.
static DTypeInterface getDType(Type type) {
  if (auto provider = dyn_cast<DTypeProviderTypeInterface>(type)) {
    type = provider.getProvidedDType();
  }
  return dyn_cast_if_present<DTypeInterface>(type);
}

/// Prints facts as a sentence, and a line for each field.
static void describe(DTypeInterface dtype, llvm::raw_ostream &os) {
  auto printNumber = [&](std::optional<int64_t> number) {
    if (number) {
      os << *number;
    } else {
      os << "unknown";
    }
  };
  os << "**dtype** `" << dtype.getDTypeName() << "`: kind `"
     << stringifyDTypeKind(dtype.getDTypeKind()) << "`, itemsize ";
  printNumber(dtype.getItemSize());
  os << ", alignment ";
  printNumber(dtype.getAlignment(AlignmentModel::NumPy));
  os << " in NumPy and ";
  printNumber(dtype.getAlignment(AlignmentModel::Device));
  os << " in CUDA";
  if (std::optional<std::string> typestr = dtype.getTypestr()) {
    os << ", typestr `" << *typestr << '`';
  }
  os << ", value `" << dtype.getValueType() << "`, storage `"
     << dtype.getStorageType() << "`\n";
  SmallVector<DTypeField> fields;
  dtype.getFields(fields);
  for (const DTypeField &field : fields) {
    os << "- `" << field.name.getValue() << "` at " << field.offset << ": `"
       << field.dtype << "`\n";
  }
}

std::string mlir::dtyp::describeDTypes(StringRef text, MLIRContext *context) {
  // What begins with `!` need not be a type.
  ScopedDiagnosticHandler silence(context, [](Diagnostic &) {});
  llvm::SmallSetVector<Type, 4> dtypes;
  for (size_t start = text.find('!'); start != StringRef::npos;
       start = text.find('!', start)) {
    size_t length = 0;
    // Between two dialects' types there is none of a third.
    Type type = parseType(text.substr(start), context, &length,
                          /*isKnownNullTerminated=*/false);
    if (!type) {
      ++start;
      continue;
    }
    start += length;
    if (DTypeInterface dtype = getDType(type)) {
      dtypes.insert(dtype);
    }
  }
  std::string result;
  llvm::raw_string_ostream os(result);
  for (Type dtype : dtypes) {
    os << '\n';
    describe(cast<DTypeInterface>(dtype), os);
  }
  return result;
}
