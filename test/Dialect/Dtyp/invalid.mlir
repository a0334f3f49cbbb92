// Operations that break a rule of the dialect, one by one. What dtyp.dtype_of
// refuses is in invalid-providers.mlir.

// RUN: dtyp-opt -allow-unregistered-dialect -split-input-file -verify-diagnostics %s

func.func @constant_of_no_dtype() {
  // expected-error @+1 {{type 'i7' is not a dtype: NumPy's integers have 8, 16, 32 or 64 bits (i8, ui8, ...), its bool is i1, and ml_dtypes' have 1, 2 or 4 (si1, ui1, i2, ui2, i4, ui4)}}
  %0 = dtyp.constant i7
  return
}

// -----

func.func @constant_of_longdouble() {
  // expected-error @+1 {{type 'f80' is not a dtype: it is NumPy's longdouble, which no GPU has; use f64}}
  %0 = dtyp.constant f80
  return
}

// -----

func.func @constant_of_provider() {
  // expected-error @+1 {{type '!dtyp.provider<"Foo", ui8>' is not a dtype: it provides one; write ui8}}
  %0 = dtyp.constant !dtyp.provider<"Foo", ui8>
  return
}

// -----

func.func @constant_generic() {
  // expected-error @+2 {{type 'si8' is not a dtype: one NumPy dtype is one type; write i8 for int8}}
  // expected-error @+1 {{'dtyp.constant' op failed to infer returned types}}
  %0 = "dtyp.constant"() <{dtype = si8}> : () -> !dtyp.dtype<i8>
  return
}

// -----

func.func @constant_wrong_result() {
  // expected-error @+2 {{'dtyp.constant' op inferred type(s) '!dtyp.dtype<ui8>' are incompatible with return type(s) of operation '!dtyp.dtype<i8>'}}
  // expected-error @+1 {{'dtyp.constant' op failed to infer returned types}}
  %0 = "dtyp.constant"() <{dtype = ui8}> : () -> !dtyp.dtype<i8>
  return
}

// -----

func.func @constant_without_dtype() {
  // expected-error @+1 {{'dtyp.constant' op requires attribute 'dtype'}}
  %0 = "dtyp.constant"() : () -> !dtyp.dtype<i8>
  return
}

// -----

func.func @constant_of_value() {
  // expected-error @+1 {{invalid properties {dtype = 8 : i64} for op dtyp.constant: Invalid attribute `dtype` in property conversion: 8 : i64}}
  %0 = "dtyp.constant"() <{dtype = 8 : i64}> : () -> !dtyp.dtype<i8>
  return
}

// -----

func.func @constant_without_result() {
  // expected-error @+1 {{'dtyp.constant' op requires one result}}
  "dtyp.constant"() <{dtype = i8}> : () -> ()
  return
}

// -----

func.func @itemsize_of_object(%object: !dtyp.provider<"Foo", ui8>) {
  // expected-error @+1 {{'dtyp.itemsize' op operand #0 must be dtype, but got '!dtyp.provider<"Foo", ui8>'}}
  %0 = dtyp.itemsize %object : !dtyp.provider<"Foo", ui8>
  return
}

// -----

func.func @itemsize_generic(%value: f32) {
  // expected-error @+1 {{'dtyp.itemsize' op operand #0 must be dtype, but got 'f32'}}
  %0 = "dtyp.itemsize"(%value) : (f32) -> index
  return
}

// -----

func.func @itemsize_result(%dtype: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'dtyp.itemsize' op result #0 must be index, but got 'i64'}}
  %0 = "dtyp.itemsize"(%dtype) : (!dtyp.dtype<f32>) -> i64
  return
}

// -----

func.func @itemsize_no_operand() {
  // expected-error @+1 {{'dtyp.itemsize' op requires a single operand}}
  %0 = "dtyp.itemsize"() : () -> index
  return
}

// -----

func.func @alignment_without_model(%dtype: !dtyp.dtype<f32>) {
  // expected-error @+1 {{'dtyp.alignment' op requires attribute 'model'}}
  %0 = "dtyp.alignment"(%dtype) : (!dtyp.dtype<f32>) -> index
  return
}

// -----

func.func @alignment_unknown_model(%dtype: !dtyp.dtype<f32>) {
  // expected-error @+2 {{custom op 'dtyp.alignment' expected one of [numpy, device] for whose alignment rules apply: NumPy's on the host or CUDA's on the device, got: host}}
  // expected-error @+1 {{custom op 'dtyp.alignment' failed to parse Dtyp_AlignmentModelAttr parameter 'value' which is to be a `::mlir::dtyp::AlignmentModel`}}
  %0 = dtyp.alignment host %dtype : !dtyp.dtype<f32>
  return
}

// -----

func.func @alignment_model_is_integer(%dtype: !dtyp.dtype<f32>) {
  // expected-error @+1 {{invalid properties {model = 0 : i32} for op dtyp.alignment: Invalid attribute `model` in property conversion: 0 : i32}}
  %0 = "dtyp.alignment"(%dtype) <{model = 0 : i32}> : (!dtyp.dtype<f32>) -> index
  return
}

// -----

func.func @alignment_of_object(%object: !dtyp.provider<"Foo", ui8>) {
  // expected-error @+1 {{'dtyp.alignment' op operand #0 must be dtype, but got '!dtyp.provider<"Foo", ui8>'}}
  %0 = dtyp.alignment numpy %object : !dtyp.provider<"Foo", ui8>
  return
}

// -----

func.func @make_provider_too_few(%scale: f32) {
  // expected-error @+1 {{'dtyp.make_provider' op expected operands of the run-time types ('f32', 'f32') of '!dtyp.provider<"S", f32, {a: f32, b: f32}>', but got ('f32')}}
  %0 = dtyp.make_provider(%scale) : (f32) -> !dtyp.provider<"S", f32, {a: f32, b: f32}>
  return
}

// -----

func.func @make_provider_too_many(%scale: f32) {
  // expected-error @+1 {{'dtyp.make_provider' op expected operands of the run-time types () of '!dtyp.provider<"Foo", ui8>', but got ('f32')}}
  %0 = dtyp.make_provider(%scale) : (f32) -> !dtyp.provider<"Foo", ui8>
  return
}

// -----

func.func @make_provider_wrong_order(%a: f32, %b: i64) {
  // expected-error @+1 {{'dtyp.make_provider' op expected operands of the run-time types ('f32', 'i64') of '!dtyp.provider<"S", f32, {a: f32, b: i64}>', but got ('i64', 'f32')}}
  %0 = dtyp.make_provider(%b, %a) : (i64, f32) -> !dtyp.provider<"S", f32, {a: f32, b: i64}>
  return
}

// -----

func.func @make_dtype_from_value(%a: f32) {
  // expected-error @+1 {{'dtyp.make_provider' op expected operands of the run-time types () of '!dtyp.dtype<f32>', but got ('f32')}}
  %0 = dtyp.make_provider(%a) : (f32) -> !dtyp.dtype<f32>
  return
}

// -----

func.func @make_no_provider(%a: f32) {
  // expected-error @+1 {{'dtyp.make_provider' op result #0 must be dtype provider, but got 'f32'}}
  %0 = dtyp.make_provider(%a) : (f32) -> f32
  return
}

// -----

func.func @no_such_field(%object: !dtyp.provider<"S", f32, {a: f32}>) {
  // expected-error @+1 {{expected a field of '!dtyp.provider<"S", f32, {a: f32}>', but got 'b'}}
  %0 = dtyp.get_field %object["b"] : !dtyp.provider<"S", f32, {a: f32}>
  return
}

// -----

func.func @no_fields(%object: !dtyp.provider<"Foo", f32>) {
  // expected-error @+1 {{expected a field of '!dtyp.provider<"Foo", f32>', but got ''}}
  %0 = dtyp.get_field %object[""] : !dtyp.provider<"Foo", f32>
  return
}

// -----

func.func @field_of_dtype(%object: !dtyp.dtype<f32>) {
  // expected-error @+1 {{expected an object of type !dtyp.provider, but got '!dtyp.dtype<f32>'}}
  %0 = dtyp.get_field %object["a"] : !dtyp.dtype<f32>
  return
}

// -----

func.func @field_without_name(%object: !dtyp.provider<"S", f32, {a: f32}>) {
  // expected-error @+1 {{'dtyp.get_field' op requires attribute 'field'}}
  %0 = "dtyp.get_field"(%object) : (!dtyp.provider<"S", f32, {a: f32}>) -> f32
  return
}

// -----

func.func @field_of_wrong_type(%object: !dtyp.provider<"S", f32, {a: f32}>) {
  // expected-error @+2 {{'dtyp.get_field' op inferred type(s) 'f32' are incompatible with return type(s) of operation 'f64'}}
  // expected-error @+1 {{'dtyp.get_field' op failed to infer returned types}}
  %0 = "dtyp.get_field"(%object) <{field = "a"}> : (!dtyp.provider<"S", f32, {a: f32}>) -> f64
  return
}

// -----

func.func @unknown_op() {
  // expected-error @+1 {{custom op 'dtyp.record' is unknown}}
  dtyp.record
  return
}
