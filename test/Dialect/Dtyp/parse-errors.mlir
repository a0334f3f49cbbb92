// Text that is no type or attribute of the dialect.

// RUN: dtyp-opt -allow-unregistered-dialect -split-input-file -verify-diagnostics %s

// expected-error @+1 {{'!dtyp.dtype<?>' is reserved for functions that are generic in a dtype; write the dtype}}
"test.op"() {t = !dtyp.dtype<?>} : () -> ()

// -----

// expected-error @+1 {{expected non-function type}}
"test.op"() {t = !dtyp.dtype<>} : () -> ()

// -----

// expected-error @+1 {{expected '<'}}
"test.op"() {t = !dtyp.dtype} : () -> ()

// -----

// expected-error @+1 {{expected non-function type}}
"test.op"() {t = !dtyp.dtype<uint8>} : () -> ()

// -----

// expected-error @+1 {{expected '>'}}
"test.op"() {t = !dtyp.dtype<ui8, ui8>} : () -> ()

// -----

// expected-error @+1 {{'!dtyp.dtype<?>' is reserved for functions that are generic in a dtype; write the dtype}}
"test.op"() {t = !dtyp.dtype<!dtyp.dtype<?>>} : () -> ()

// -----

// expected-error @+1 {{expected string}}
"test.op"() {t = !dtyp.provider<?>} : () -> ()

// -----

// expected-error @+1 {{expected string}}
"test.op"() {t = !dtyp.provider<Foo, ui8>} : () -> ()

// -----

// expected-error @+1 {{expected ','}}
"test.op"() {t = !dtyp.provider<"Foo">} : () -> ()

// -----

// expected-error @+1 {{expected non-function type}}
"test.op"() {t = !dtyp.provider<"Foo", >} : () -> ()

// -----

// expected-error @+1 {{expected non-function type}}
"test.op"() {t = !dtyp.provider<"Foo", ?>} : () -> ()

// -----

// expected-error @+1 {{expected '{'}}
"test.op"() {t = !dtyp.provider<"Foo", ui8,>} : () -> ()

// -----

// expected-error @+1 {{expected the protocol 'numpy_dtype' or 'legacy', but got 'numpy'}}
"test.op"() {t = !dtyp.provider<"Foo", ui8, numpy>} : () -> ()

// -----

// expected-error @+1 {{expected '{'}}
"test.op"() {t = !dtyp.provider<"Foo", ui8, "legacy">} : () -> ()

// -----

// expected-error @+1 {{expected '>'}}
"test.op"() {t = !dtyp.provider<"Foo", ui8, legacy legacy>} : () -> ()

// -----

// expected-error @+1 {{expected '{'}}
"test.op"() {t = !dtyp.provider<"Foo", ui8, legacy, legacy>} : () -> ()

// -----

// expected-error @+1 {{expected valid keyword or string}}
"test.op"() {t = !dtyp.provider<"Foo", ui8, {}>} : () -> ()

// -----

// expected-error @+1 {{expected ':'}}
"test.op"() {t = !dtyp.provider<"Foo", ui8, {a}>} : () -> ()

// -----

// expected-error @+1 {{expected non-function type}}
"test.op"() {t = !dtyp.provider<"Foo", ui8, {a: }>} : () -> ()

// -----

// expected-error @+1 {{expected valid keyword or string}}
"test.op"() {t = !dtyp.provider<"Foo", ui8, {a: i8,}>} : () -> ()

// -----

// expected-error @+1 {{expected valid keyword or string}}
"test.op"() {t = !dtyp.provider<"Foo", ui8, {1: i8}>} : () -> ()

// -----

// expected-error @+1 {{expected '>'}}
"test.op"() {t = !dtyp.provider<"Foo", ui8, {a: i8}, legacy>} : () -> ()

// -----

// expected-error @+1 {{unbalanced '<' character in pretty dialect name}}
"test.op"() {t = !dtyp.provider<"Foo", ui8, {a: i8}} : () -> ()

// -----

// expected-error @+1 {{unbalanced '{' character in pretty dialect name}}
"test.op"() {t = !dtyp.provider<"Foo", ui8, {a: i8>} : () -> ()

// -----

// expected-error @+1 {{expected a type of the dialect dtyp, but got 'float32'}}
"test.op"() {t = !dtyp.float32} : () -> ()

// -----

// expected-error @+1 {{expected '<'}}
"test.op"() {t = #dtyp.argument_map} : () -> ()

// -----

// expected-error @+1 {{expected '->'}}
"test.op"() {t = #dtyp.argument_map<i32>} : () -> ()

// -----

// expected-error @+1 {{expected '['}}
"test.op"() {t = #dtyp.argument_map<i32 -> 0>} : () -> ()

// -----

// expected-error @+1 {{expected the parameter 0, as parameters are in the order of the arguments, but got 1}}
"test.op"() {t = #dtyp.argument_map<i32 -> [1]>} : () -> ()

// -----

// expected-error @+1 {{expected the parameter 1, as parameters are in the order of the arguments, but got 0}}
"test.op"() {t = #dtyp.argument_map<i32 -> [0], i32 -> [0]>} : () -> ()

// -----

// expected-error @+1 {{expected the parameter 0, as parameters are in the order of the arguments, but got -1}}
"test.op"() {t = #dtyp.argument_map<i32 -> [-1]>} : () -> ()

// -----

// expected-error @+1 {{integer value too large}}
"test.op"() {t = #dtyp.argument_map<i32 -> [99999999999999999999999]>} : () -> ()

// -----

// expected-error @+1 {{expected integer value}}
"test.op"() {t = #dtyp.argument_map<i32 -> [0,]>} : () -> ()

// -----

// expected-error @+2 {{expected one of [numpy, device] for whose alignment rules apply: NumPy's on the host or CUDA's on the device, got: cuda}}
// expected-error @+1 {{failed to parse Dtyp_AlignmentModelAttr parameter 'value' which is to be a `::mlir::dtyp::AlignmentModel`}}
"test.op"() {t = #dtyp<alignment_model cuda>} : () -> ()

// -----

// expected-error @+2 {{expected keyword for whose alignment rules apply: NumPy's on the host or CUDA's on the device}}
// expected-error @+1 {{failed to parse Dtyp_AlignmentModelAttr parameter 'value' which is to be a `::mlir::dtyp::AlignmentModel`}}
"test.op"() {t = #dtyp.alignment_model<cuda>} : () -> ()
