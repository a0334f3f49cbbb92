// A type, an attribute, an op and an enumeration that the C API has not.
include "dtyp/Dialect/Dtyp/IR/DtypDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def Dtyp_TrafficLight : I32Enum<"TrafficLight", "colours", [
    I32EnumCase<"Red", 0, "red">
  ]> {
  let cppNamespace = "::mlir::dtyp";
}
def Dtyp_RaggedType : TypeDef<Dtyp_Dialect, "Ragged"> {
  let mnemonic = "ragged";
  let parameters = (ins ArrayRefParameter<"int64_t">:$extents);
}
def Dtyp_SecretAttr : AttrDef<Dtyp_Dialect, "Secret"> {
  let mnemonic = "secret";
}
def Dtyp_BrandNewOp : Op<Dtyp_Dialect, "brand_new">;
