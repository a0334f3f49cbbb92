//===- PtxAssembler.cpp - From PTX to cubin and fatbin --------------------===//
//
// Part of the dtyp project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtyp/Target/PtxAssembler.h"

#include "PtxDiagnostics.h"
#include "ToolProcess.h"

#include "llvm/Support/TimeProfiler.h"

using namespace mlir;
using namespace mlir::cudax;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// Returns where in `ptx` the message is about, for the end of its text.
static std::string describePlace(const AssemblerMessage &message,
                                 StringRef ptx) {
  if (!message.line) {
    return {};
  }
  std::string place =
      " in line " + std::to_string(*message.line) + " of the PTX";
  SmallVector<StringRef> lines;
  ptx.split(lines, '\n');
  if (*message.line >= 1 && *message.line <= lines.size()) {
    place += " (" + lines[*message.line - 1].trim().str() + ")";
  }
  return place;
}

LogicalResult cudax::emitAssemblerErrors(StringRef assembler, StringRef chip,
                                         StringRef ptx, const AssemblerLog &log,
                                         StringRef text,
                                         FunctionErrorEmitter emitErrorAt) {
  SmallVector<const AssemblerMessage *> errors;
  for (const AssemblerMessage &message : log.messages) {
    // The line that tells of the end follows others and says nothing more.
    if (message.isError &&
        (errors.empty() ||
         !StringRef(message.text).contains("aborted due to"))) {
      errors.push_back(&message);
    }
  }
  if (!errors.empty() && errors.front()->isUndefined) {
    StringRef name = errors.front()->function;
    return emitErrorAt(name)
           << "expected a definition of '" << name
           << "', which is used but neither in this module nor in what is "
              "linked; name its file by the option 'link'";
  }
  InFlightDiagnostic diagnostic =
      emitErrorAt(errors.empty() ? StringRef() : errors.front()->function);
  diagnostic << assembler << " cannot assemble the PTX for " << chip << ": ";
  if (errors.empty()) {
    StringRef reason = text.trim();
    return diagnostic << (reason.empty() ? "it fails and says nothing"
                                         : reason);
  }
  diagnostic << errors.front()->text << describePlace(*errors.front(), ptx);
  for (const AssemblerMessage *error : llvm::drop_begin(errors)) {
    diagnostic.attachNote() << error->text << describePlace(*error, ptx);
  }
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// ptxas
//===----------------------------------------------------------------------===//

SmallVector<std::string>
cudax::getPtxasArguments(const AssemblerOptions &options) {
  // ptxas writes these options into the cubin, so nothing in them may differ
  // from one run to the next.
  SmallVector<std::string> arguments = {"-v", "-arch=" + options.chip.str(),
                                        "-O" +
                                            std::to_string(options.optLevel)};
  if (options.lineInfo) {
    arguments.push_back("-lineinfo");
  }
  llvm::append_range(arguments, options.extraOptions);
  return arguments;
}

FailureOr<AssembledModule>
cudax::assemblePtxByPtxas(StringRef ptx, const AssemblerOptions &options,
                          const CudaToolkit &toolkit,
                          FunctionErrorEmitter emitErrorAt) {
  auto emitError = [&] { return emitErrorAt(""); };
  FailureOr<std::string> ptxas = toolkit.require(CudaTool::Ptxas, emitError);
  if (failed(ptxas)) {
    return failure();
  }
  FailureOr<TemporaryFile> input = TemporaryFile::create("ptx", ptx, emitError);
  FailureOr<TemporaryFile> output =
      TemporaryFile::create("cubin", "", emitError);
  if (failed(input) || failed(output)) {
    return failure();
  }

  SmallVector<std::string> arguments = getPtxasArguments(options);
  arguments.append({input->getPath().str(), "-o", output->getPath().str()});
  FailureOr<ToolResult> result = runTool(*ptxas, arguments, emitError);
  if (failed(result)) {
    return failure();
  }

  AssembledModule assembled;
  assembled.log = parseAssemblerLog(result->log);
  if (result->status != 0) {
    return emitAssemblerErrors("ptxas", options.chip, ptx, assembled.log,
                               result->log, emitErrorAt);
  }
  FailureOr<SmallVector<char, 0>> cubin = output->read(emitError);
  if (failed(cubin)) {
    return failure();
  }
  if (!StringRef(cubin->data(), cubin->size())
           .starts_with("\x7f"
                        "ELF")) {
    return emitError() << "expected a cubin from '" << *ptxas
                       << "', but it wrote none and reports no error; is it "
                          "NVIDIA's ptxas?";
  }
  assembled.cubin = std::move(*cubin);
  return assembled;
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

/// Returns the assembler that is used for `options`.
static AssemblerKind chooseAssembler(const AssemblerOptions &options,
                                     const CudaToolkit &toolkit) {
  if (options.assembler != AssemblerKind::Auto) {
    return options.assembler;
  }
  if (!options.objects.empty()) {
    return AssemblerKind::NvJitLink;
  }
  if (toolkit.lookup(CudaTool::NvPtxCompiler)) {
    return AssemblerKind::NvPtxCompiler;
  }
  bool isOnlyLibrary =
      !toolkit.lookup(CudaTool::Ptxas) && toolkit.lookup(CudaTool::NvJitLink);
  return isOnlyLibrary ? AssemblerKind::NvJitLink : AssemblerKind::Ptxas;
}

FailureOr<AssembledModule>
cudax::assemblePtx(StringRef ptx, const AssemblerOptions &options,
                   const CudaToolkit &toolkit,
                   FunctionErrorEmitter emitErrorAt) {
  llvm::TimeTraceScope scope("assemblePtx");
  AssemblerKind kind = chooseAssembler(options, toolkit);
  if (!options.objects.empty() && kind != AssemblerKind::NvJitLink) {
    const DeviceCode &object = options.objects.front();
    return emitErrorAt("") << "expected nvJitLink as the assembler, as only it "
                              "links "
                           << stringifyDeviceCodeKind(object.kind) << ", '"
                           << object.path << "'";
  }
  switch (kind) {
  case AssemblerKind::Auto:
    break;
  case AssemblerKind::Ptxas:
    return assemblePtxByPtxas(ptx, options, toolkit, emitErrorAt);
  case AssemblerKind::NvPtxCompiler:
    return assemblePtxByNvPtxCompiler(ptx, options, toolkit, emitErrorAt);
  case AssemblerKind::NvJitLink:
    return assemblePtxByNvJitLink(ptx, options, toolkit, emitErrorAt);
  }
  llvm_unreachable("no assembler was chosen");
}

//===----------------------------------------------------------------------===//
// fatbinary
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<char, 0>>
cudax::makeFatbin(ArrayRef<FatbinImage> images, const CudaToolkit &toolkit,
                  function_ref<InFlightDiagnostic()> emitError) {
  FailureOr<std::string> fatbinary =
      toolkit.require(CudaTool::Fatbinary, emitError);
  FailureOr<TemporaryFile> output =
      TemporaryFile::create("fatbin", "", emitError);
  if (failed(fatbinary) || failed(output)) {
    return failure();
  }
  SmallVector<std::string> arguments = {"-64"};
  SmallVector<TemporaryFile> files;
  for (const FatbinImage &image : images) {
    FailureOr<TemporaryFile> file = TemporaryFile::create(
        image.isPtx ? "ptx" : "cubin", image.contents, emitError);
    if (failed(file)) {
      return failure();
    }
    StringRef number = image.chip;
    number.consume_front("sm_");
    arguments.push_back((Twine("--image3=kind=") +
                         (image.isPtx ? "ptx" : "elf") + ",sm=" + number +
                         ",file=" + file->getPath())
                            .str());
    files.push_back(std::move(*file));
  }
  arguments.push_back("--create=" + output->getPath().str());

  FailureOr<ToolResult> result = runTool(*fatbinary, arguments, emitError);
  if (failed(result)) {
    return failure();
  }
  if (result->status != 0) {
    return emitError() << "fatbinary cannot merge the images: "
                       << StringRef(result->log).trim();
  }
  return output->read(emitError);
}
