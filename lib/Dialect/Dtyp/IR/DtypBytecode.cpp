//===- DtypBytecode.cpp - The dtyp dialect in bytecode --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements how types and attributes of the dialect are written to
// bytecode. A type is a code and its parameters, in the order in which the
// dialect defines them; lists have their length in front.
//
//===----------------------------------------------------------------------===//

#include "DtypBytecode.h"

#include "dtyp/Dialect/Dtyp/IR/Dtyp.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::dtyp;

namespace {

/// What a type is in bytecode. A number is never used for another type.
enum class TypeCode : uint64_t {
  DType = 0,
  Weak = 1,
  Provider = 2,
  Datetime64 = 3,
  Timedelta64 = 4,
  Bytes = 5,
  Str = 6,
  Void = 7,
  SubArray = 8,
  BigEndian = 9,
  CudaVector = 10,
  Record = 11
};

/// The same for attributes.
enum class AttributeCode : uint64_t {
  ArgumentMap = 0,
  AlignmentModel = 1,
  PromotionRules = 2,
  CastingLevel = 3,
  WeakScalarKind = 4
};

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Writes a code and parameters.
class Writer {
public:
  explicit Writer(DialectBytecodeWriter &writer) : writer(writer) {}

  template <typename Code>
  void code(Code code) {
    writer.writeVarInt(static_cast<uint64_t>(code));
  }

  template <typename Enum>
  void enumerator(Enum value) {
    writer.writeVarInt(static_cast<uint64_t>(value));
  }

  void integer(int64_t value) { writer.writeSignedVarInt(value); }
  void integers(ArrayRef<int64_t> values) { writer.writeSignedVarInts(values); }
  void flag(bool value) { writer.writeVarInt(value ? 1 : 0); }
  void type(Type value) { writer.writeType(value); }
  void types(ArrayRef<Type> values) { writer.writeTypes(values); }
  void string(StringRef value) { writer.writeOwnedString(value); }
  void strings(ArrayRef<StringAttr> values) {
    writer.writeList(values, [&](StringAttr value) { string(value); });
  }

private:
  DialectBytecodeWriter &writer;
};

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Reads parameters. What cannot be read is null, or nothing, and so is all
/// that comes behind it: MLIR lets a type fail that refers to types nested too
/// deep, without an error, and reads it again when it has them.
class Reader {
public:
  explicit Reader(DialectBytecodeReader &reader) : reader(reader) {}

  MLIRContext *getContext() const { return reader.getContext(); }
  InFlightDiagnostic emitError() const { return reader.emitError(); }

  std::optional<uint64_t> number() {
    return read<uint64_t>(
        [&](uint64_t &value) { return reader.readVarInt(value); });
  }

  /// Reads a value of an enum, which `symbolize` knows.
  template <typename Enum>
  std::optional<Enum> enumerator(std::optional<Enum> (*symbolize)(uint32_t)) {
    std::optional<uint64_t> value = number();
    if (!value) {
      return std::nullopt;
    }
    std::optional<Enum> result;
    if (*value <= std::numeric_limits<uint32_t>::max()) {
      result = symbolize(static_cast<uint32_t>(*value));
    }
    if (!result) {
      hasFailed = true;
      emitError() << "expected a value of an enum of the dialect dtyp, but got "
                  << *value;
    }
    return result;
  }

  std::optional<int64_t> integer() {
    return read<int64_t>(
        [&](int64_t &value) { return reader.readSignedVarInt(value); });
  }

  std::optional<SmallVector<int64_t>> integers() {
    return list<int64_t>([&] { return integer(); });
  }

  std::optional<Type> type() {
    return read<Type>([&](Type &value) { return reader.readType(value); });
  }

  std::optional<SmallVector<Type>> types() {
    return list<Type>([&] { return type(); });
  }

  std::optional<StringRef> string() {
    return read<StringRef>(
        [&](StringRef &value) { return reader.readString(value); });
  }

  std::optional<SmallVector<StringAttr>> strings() {
    return list<StringAttr>([&]() -> std::optional<StringAttr> {
      std::optional<StringRef> value = string();
      return value ? std::optional(StringAttr::get(getContext(), *value))
                   : std::nullopt;
    });
  }

  /// Makes a `T` of parameters, if all were read and the type's verifier
  /// accepts them.
  template <typename T, typename... Parameters>
  T make(const std::optional<Parameters> &...parameters) {
    if (!(... && parameters.has_value())) {
      return {};
    }
    auto emitError = [&] { return reader.emitError(); };
    return T::getChecked(function_ref<InFlightDiagnostic()>(emitError),
                         reader.getContext(), asParameter(*parameters)...);
  }

  /// Makes a `T`, which has no verifier, of the value of an enum.
  template <typename T, typename Enum>
  T makeOf(std::optional<Enum> value) {
    return value ? T::get(reader.getContext(), *value) : T();
  }

private:
  template <typename T>
  static const T &asParameter(const T &value LLVM_LIFETIME_BOUND) {
    return value;
  }
  template <typename T>
  static ArrayRef<T> asParameter(const SmallVector<T> &values) {
    return values;
  }

  template <typename T>
  std::optional<T> read(function_ref<LogicalResult(T &)> readValue) {
    T value{};
    hasFailed = hasFailed || failed(readValue(value));
    return hasFailed ? std::nullopt : std::optional<T>(value);
  }

  /// Reads a list. Its length is not trusted: memory is taken for what is
  /// there.
  template <typename T, typename ReadElement>
  std::optional<SmallVector<T>> list(ReadElement readElement) {
    std::optional<uint64_t> length = number();
    SmallVector<T> values;
    for (uint64_t i = 0; length && i != *length; ++i) {
      std::optional<T> value = readElement();
      if (!value) {
        return std::nullopt;
      }
      values.push_back(*value);
    }
    return length ? std::optional(std::move(values)) : std::nullopt;
  }

  DialectBytecodeReader &reader;
  bool hasFailed = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

LogicalResult
DtypBytecodeInterface::writeType(Type type,
                                 DialectBytecodeWriter &bytecode) const {
  Writer writer(bytecode);
  auto writeDatetime = [&](TypeCode code, auto datetime) {
    writer.code(code);
    writer.enumerator(datetime.getUnit());
    writer.integer(datetime.getMultiplier());
    return success();
  };
  auto writeSized = [&](TypeCode code, auto sized) {
    writer.code(code);
    writer.integer(sized.getLength());
    return success();
  };
  auto writeDType = [&](TypeCode code, auto holder) {
    writer.code(code);
    writer.type(holder.getDtype());
    return success();
  };
  return llvm::TypeSwitch<Type, LogicalResult>(type)
      .Case([&](DTypeType t) { return writeDType(TypeCode::DType, t); })
      .Case([&](WeakType t) {
        writer.code(TypeCode::Weak);
        writer.enumerator(t.getKind());
        return success();
      })
      .Case([&](ProviderType t) {
        writer.code(TypeCode::Provider);
        writer.string(t.getClassName());
        writer.type(t.getDtype());
        writer.enumerator(t.getProtocol());
        writer.strings(t.getFieldNames());
        writer.types(t.getFieldTypes());
        return success();
      })
      .Case([&](Datetime64Type t) {
        return writeDatetime(TypeCode::Datetime64, t);
      })
      .Case([&](Timedelta64Type t) {
        return writeDatetime(TypeCode::Timedelta64, t);
      })
      .Case([&](BytesType t) { return writeSized(TypeCode::Bytes, t); })
      .Case([&](StrType t) { return writeSized(TypeCode::Str, t); })
      .Case([&](VoidType t) { return writeSized(TypeCode::Void, t); })
      .Case([&](SubArrayType t) {
        writer.code(TypeCode::SubArray);
        writer.integers(t.getShape());
        writer.type(t.getBase());
        return success();
      })
      .Case([&](BigEndianType t) { return writeDType(TypeCode::BigEndian, t); })
      .Case([&](CudaVectorType t) {
        writer.code(TypeCode::CudaVector);
        writer.integer(t.getLanes());
        writer.type(t.getDtype());
        return success();
      })
      .Case([&](RecordType t) {
        writer.code(TypeCode::Record);
        writer.strings(t.getNames());
        writer.strings(t.getTitles());
        writer.types(t.getDtypes());
        writer.integers(t.getOffsets());
        writer.integer(t.getByteSize());
        writer.integer(t.getByteAlignment());
        writer.flag(t.getAligned());
        return success();
      })
      // Another dialect's types do not come here; a new type of this one is
      // written as text until it has a code.
      .Default(failure());
}

static Type readDatetime(Reader &reader, TypeCode code) {
  auto unit = reader.enumerator(symbolizeDatetimeUnit);
  std::optional<int64_t> multiplier = reader.integer();
  return code == TypeCode::Datetime64
             ? Type(reader.make<Datetime64Type>(unit, multiplier))
             : Type(reader.make<Timedelta64Type>(unit, multiplier));
}

static Type readProvider(Reader &reader) {
  std::optional<StringRef> name = reader.string();
  std::optional<Type> dtype = reader.type();
  auto protocol = reader.enumerator(symbolizeDTypeProtocol);
  auto fieldNames = reader.strings();
  auto fieldTypes = reader.types();
  return reader.make<ProviderType>(name, dtype, protocol, fieldNames,
                                   fieldTypes);
}

static Type readSubArray(Reader &reader) {
  auto shape = reader.integers();
  std::optional<Type> base = reader.type();
  return reader.make<SubArrayType>(shape, base);
}

static Type readCudaVector(Reader &reader) {
  std::optional<int64_t> lanes = reader.integer();
  std::optional<Type> dtype = reader.type();
  return reader.make<CudaVectorType>(lanes, dtype);
}

static Type readRecord(Reader &reader) {
  auto names = reader.strings();
  auto titles = reader.strings();
  auto dtypes = reader.types();
  auto offsets = reader.integers();
  std::optional<int64_t> size = reader.integer();
  std::optional<int64_t> alignment = reader.integer();
  std::optional<uint64_t> aligned = reader.number();
  if (!names || !titles || !dtypes || !offsets || !aligned) {
    return {};
  }
  // The verifier takes it for granted.
  if (titles->size() != names->size() || dtypes->size() != names->size() ||
      offsets->size() != names->size()) {
    reader.emitError() << "expected a title, a dtype and an offset for each of "
                       << names->size() << " fields, but got " << titles->size()
                       << ", " << dtypes->size() << " and " << offsets->size();
    return {};
  }
  return reader.make<RecordType>(names, titles, dtypes, offsets, size,
                                 alignment, std::optional(*aligned != 0));
}

Type DtypBytecodeInterface::readType(DialectBytecodeReader &bytecode) const {
  Reader reader(bytecode);
  std::optional<uint64_t> number = reader.number();
  if (!number) {
    return {};
  }
  switch (auto code = static_cast<TypeCode>(*number)) {
  case TypeCode::DType:
    return reader.make<DTypeType>(reader.type());
  case TypeCode::Weak:
    return reader.makeOf<WeakType>(reader.enumerator(symbolizeWeakScalarKind));
  case TypeCode::Provider:
    return readProvider(reader);
  case TypeCode::Datetime64:
  case TypeCode::Timedelta64:
    return readDatetime(reader, code);
  case TypeCode::Bytes:
    return reader.make<BytesType>(reader.integer());
  case TypeCode::Str:
    return reader.make<StrType>(reader.integer());
  case TypeCode::Void:
    return reader.make<VoidType>(reader.integer());
  case TypeCode::SubArray:
    return readSubArray(reader);
  case TypeCode::BigEndian:
    return reader.make<BigEndianType>(reader.type());
  case TypeCode::CudaVector:
    return readCudaVector(reader);
  case TypeCode::Record:
    return readRecord(reader);
  }
  reader.emitError() << "expected the code of a type of the dialect dtyp, but "
                        "got "
                     << *number;
  return {};
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

LogicalResult
DtypBytecodeInterface::writeAttribute(Attribute attribute,
                                      DialectBytecodeWriter &bytecode) const {
  Writer writer(bytecode);
  auto writeEnum = [&](AttributeCode code, auto value) {
    writer.code(code);
    writer.enumerator(value.getValue());
    return success();
  };
  return llvm::TypeSwitch<Attribute, LogicalResult>(attribute)
      .Case([&](ArgumentMapAttr a) {
        writer.code(AttributeCode::ArgumentMap);
        writer.types(a.getSourceTypes());
        writer.integers(a.getParameterCounts());
        return success();
      })
      .Case([&](AlignmentModelAttr a) {
        return writeEnum(AttributeCode::AlignmentModel, a);
      })
      .Case([&](PromotionRulesAttr a) {
        return writeEnum(AttributeCode::PromotionRules, a);
      })
      .Case([&](CastingLevelAttr a) {
        return writeEnum(AttributeCode::CastingLevel, a);
      })
      .Case([&](WeakScalarKindAttr a) {
        return writeEnum(AttributeCode::WeakScalarKind, a);
      })
      .Default(failure());
}

static Attribute readArgumentMap(Reader &reader) {
  auto types = reader.types();
  auto counts = reader.integers();
  return reader.make<ArgumentMapAttr>(types, counts);
}

Attribute
DtypBytecodeInterface::readAttribute(DialectBytecodeReader &bytecode) const {
  Reader reader(bytecode);
  std::optional<uint64_t> number = reader.number();
  if (!number) {
    return {};
  }
  switch (static_cast<AttributeCode>(*number)) {
  case AttributeCode::ArgumentMap:
    return readArgumentMap(reader);
  case AttributeCode::AlignmentModel:
    return reader.makeOf<AlignmentModelAttr>(
        reader.enumerator(symbolizeAlignmentModel));
  case AttributeCode::PromotionRules:
    return reader.makeOf<PromotionRulesAttr>(
        reader.enumerator(symbolizePromotionRules));
  case AttributeCode::CastingLevel:
    return reader.makeOf<CastingLevelAttr>(
        reader.enumerator(symbolizeCastingLevel));
  case AttributeCode::WeakScalarKind:
    return reader.makeOf<WeakScalarKindAttr>(
        reader.enumerator(symbolizeWeakScalarKind));
  }
  reader.emitError() << "expected the code of an attribute of the dialect "
                        "dtyp, but got "
                     << *number;
  return {};
}
