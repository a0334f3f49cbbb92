// One object for each target, with what became of the arguments.

// RUN: dtyp-opt --cudax-module-to-binary=format=isa %s | FileCheck %s --check-prefix=ISA
// RUN: dtyp-opt --cudax-module-to-binary=format=llvm %s | FileCheck %s --check-prefix=LLVM

// ISA-LABEL: gpu.binary @kernels <#gpu.select_object<1 : i64>> [
// ISA-SAME:    #gpu.object<#nvvm.target<chip = "sm_80">, kernels = <[#gpu.kernel_metadata<"kernel", !llvm.func<void (ptr)>,
// ISA-SAME:      metadata = {arguments = [{parameters = array<i64>, type = "!dtyp.provider<\22Foo\22, ui8>"}, {parameters = array<i64: 0>, type = "memref<f32>"}]}>]>,
// ISA-SAME:      assembly = "//
// ISA-SAME:      .version 7.3\0A.target sm_80\0A
// ISA-SAME:      .visible .entry kernel(
// ISA-SAME:    #gpu.object<#nvvm.target<O = 3, chip = "sm_90", features = "+ptx82">,
// ISA-SAME:      .version 8.2\0A.target sm_90\0A
// ISA-NOT:     TimeInMs
// LLVM-LABEL: gpu.binary @kernels
// LLVM-SAME:    offload = "BC\C0\DE
gpu.module @kernels <#gpu.select_object<1 : i64>> [
    #nvvm.target<chip = "sm_80">, #nvvm.target<O = 3, chip = "sm_90", features = "+ptx82">] {
  llvm.func @kernel(%a: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel,
      dtyp.argument_map = #dtyp.argument_map<!dtyp.provider<"Foo", ui8> -> [], memref<f32> -> [0]>} {
    %0 = llvm.load %a : !llvm.ptr -> f32
    %1 = llvm.fadd %0, %0 : f32
    llvm.store %1, %a : f32, !llvm.ptr
    llvm.return
  }
}

// Host code and an empty module are no trouble.
// ISA-LABEL: llvm.func @host
llvm.func @host()
// ISA-LABEL: gpu.binary @empty
gpu.module @empty [#nvvm.target<chip = "sm_80">] {
}
