//--- BareOps.td
include "mlir/IR/OpBase.td"
def Bare_Dialect : Dialect {
  let name = "bare";
  let summary = "a dialect with an undocumented op";
  let description = "The op is undocumented.";
}
def Bare_Op : Op<Bare_Dialect, "op">;
//--- BarePasses.td
include "mlir/Pass/PassBase.td"
def BarePass : Pass<"bare-pass"> {
  let summary = "a pass without an example";
  let description = "No example.";
}
