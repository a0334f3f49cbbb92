// Types that break a rule of the dialect, one by one. What is no dtype says
// what to write instead where that is known.

// RUN: dtyp-opt -allow-unregistered-dialect -split-input-file -verify-diagnostics %s

// expected-error @+1 {{type 'i3' is not a dtype: NumPy's integers have 8, 16, 32 or 64 bits (i8, ui8, ...), its bool is i1, and ml_dtypes' have 1, 2 or 4 (si1, ui1, i2, ui2, i4, ui4)}}
"test.op"() {t = !dtyp.dtype<i3>} : () -> ()

// -----

// expected-error @+1 {{type 'i7' is not a dtype: NumPy's integers have 8, 16, 32 or 64 bits (i8, ui8, ...), its bool is i1, and ml_dtypes' have 1, 2 or 4 (si1, ui1, i2, ui2, i4, ui4)}}
"test.op"() {t = !dtyp.dtype<i7>} : () -> ()

// -----

// expected-error @+1 {{type 'i128' is not a dtype: NumPy's integers have 8, 16, 32 or 64 bits (i8, ui8, ...), its bool is i1, and ml_dtypes' have 1, 2 or 4 (si1, ui1, i2, ui2, i4, ui4)}}
"test.op"() {t = !dtyp.dtype<i128>} : () -> ()

// -----

// expected-error @+1 {{type 'i16777215' is not a dtype: NumPy's integers have 8, 16, 32 or 64 bits (i8, ui8, ...), its bool is i1, and ml_dtypes' have 1, 2 or 4 (si1, ui1, i2, ui2, i4, ui4)}}
"test.op"() {t = !dtyp.dtype<i16777215>} : () -> ()

// -----

// expected-error @+1 {{type 'si4' is not a dtype: one NumPy dtype is one type; write i4 for int4}}
"test.op"() {t = !dtyp.dtype<si4>} : () -> ()

// -----

// expected-error @+1 {{type 'si8' is not a dtype: one NumPy dtype is one type; write i8 for int8}}
"test.op"() {t = !dtyp.dtype<si8>} : () -> ()

// -----

// expected-error @+1 {{type 'si32' is not a dtype: one NumPy dtype is one type; write i32 for int32}}
"test.op"() {t = !dtyp.dtype<si32>} : () -> ()

// -----

// expected-error @+1 {{type 'index' is not a dtype: its width depends on the target; NumPy's intp is i64}}
"test.op"() {t = !dtyp.dtype<index>} : () -> ()

// -----

// expected-error @+1 {{type 'f80' is not a dtype: it is NumPy's longdouble, which no GPU has; use f64}}
"test.op"() {t = !dtyp.dtype<f80>} : () -> ()

// -----

// expected-error @+1 {{type 'f128' is not a dtype: it is NumPy's longdouble, which no GPU has; use f64}}
"test.op"() {t = !dtyp.dtype<f128>} : () -> ()

// -----

// expected-error @+1 {{type 'tf32' is not a dtype: NumPy's floats are f16, f32 and f64, and ml_dtypes' are bf16, the f8 family, f6E2M3FN, f6E3M2FN and f4E2M1FN}}
"test.op"() {t = !dtyp.dtype<tf32>} : () -> ()

// -----

// expected-error @+1 {{type 'complex<i32>' is not a dtype: NumPy's complex dtypes are complex<f32> and complex<f64>, and ml_dtypes' are complex<f16> and complex<bf16>}}
"test.op"() {t = !dtyp.dtype<complex<i32>>} : () -> ()

// -----

// expected-error @+1 {{type 'complex<f80>' is not a dtype: NumPy's complex dtypes are complex<f32> and complex<f64>, and ml_dtypes' are complex<f16> and complex<bf16>}}
"test.op"() {t = !dtyp.dtype<complex<f80>>} : () -> ()

// -----

// expected-error @+1 {{type 'tensor<4xui8>' is not a dtype: an array is not a dtype; its elements are ui8}}
"test.op"() {t = !dtyp.dtype<tensor<4xui8>>} : () -> ()

// -----

// expected-error @+1 {{type 'memref<?xi8>' is not a dtype: an array is not a dtype; its elements are i8}}
"test.op"() {t = !dtyp.dtype<memref<?xi8>>} : () -> ()

// -----

// expected-error @+1 {{type 'vector<4xf32>' is not a dtype: an array is not a dtype; its elements are f32}}
"test.op"() {t = !dtyp.dtype<vector<4xf32>>} : () -> ()

// -----

// expected-error @+1 {{type 'vector<[4]xi7>' is not a dtype: an array is not a dtype; its elements are i7}}
"test.op"() {t = !dtyp.dtype<vector<[4]xi7>>} : () -> ()

// -----

// expected-error @+1 {{type 'memref<memref<f32>>' is not a dtype: an array is not a dtype; its elements are memref<f32>}}
"test.op"() {t = !dtyp.dtype<memref<memref<f32>>>} : () -> ()

// -----

// expected-error @+1 {{type 'tuple<f32>' is not a dtype: expected a type that implements DTypeInterface}}
"test.op"() {t = !dtyp.dtype<tuple<f32>>} : () -> ()

// -----

// expected-error @+1 {{type 'none' is not a dtype: expected a type that implements DTypeInterface}}
"test.op"() {t = !dtyp.dtype<none>} : () -> ()

// -----

// expected-error @+1 {{type '(f32) -> f32' is not a dtype: expected a type that implements DTypeInterface}}
"test.op"() {t = !dtyp.dtype<(f32) -> f32>} : () -> ()

// -----

// expected-error @+1 {{type '!llvm.ptr' is not a dtype: expected a type that implements DTypeInterface}}
"test.op"() {t = !dtyp.dtype<!llvm.ptr>} : () -> ()

// -----

// expected-error @+1 {{type '!dtyp.dtype<ui8>' is not a dtype: it provides one; write ui8}}
"test.op"() {t = !dtyp.dtype<!dtyp.dtype<ui8>>} : () -> ()

// -----

// expected-error @+1 {{type '!dtyp.provider<"Foo", ui8>' is not a dtype: it provides one; write ui8}}
"test.op"() {t = !dtyp.dtype<!dtyp.provider<"Foo", ui8>>} : () -> ()

// -----

// expected-error @+1 {{type 'tensor<4x!dtyp.dtype<ui8>>' is not a dtype: an array is not a dtype; its elements are !dtyp.dtype<ui8>}}
"test.op"() {t = !dtyp.dtype<tensor<4x!dtyp.dtype<ui8>>>} : () -> ()

// -----

// expected-error @+1 {{type '!opaque.type' is not a dtype: expected a type that implements DTypeInterface}}
"test.op"() {t = !dtyp.dtype<!opaque.type>} : () -> ()

// -----

// expected-error @+1 {{expected the name of the object's class, but got an empty string}}
"test.op"() {t = !dtyp.provider<"", ui8>} : () -> ()

// -----

// expected-error @+1 {{expected distinct names of fields, but got "a" twice}}
"test.op"() {t = !dtyp.provider<"Foo", ui8, {a: i8, b: i8, a: i16}>} : () -> ()

// -----

// expected-error @+1 {{expected distinct names of fields, but got "a" twice}}
"test.op"() {t = !dtyp.provider<"Foo", ui8, {a: i8, "a": i16}>} : () -> ()

// -----

// expected-error @+1 {{expected a run-time type for the field "a", but got the provider type '!dtyp.provider<"B", i8>'; list its own fields instead}}
"test.op"() {t = !dtyp.provider<"Foo", ui8, {a: !dtyp.provider<"B", i8>}>} : () -> ()

// -----

// expected-error @+1 {{expected a run-time type for the field "a", but got the provider type '!dtyp.dtype<i8>'; list its own fields instead}}
"test.op"() {t = !dtyp.provider<"Foo", ui8, {a: !dtyp.dtype<i8>}>} : () -> ()

// -----

// expected-error @+1 {{type 'i7' is not a dtype: NumPy's integers have 8, 16, 32 or 64 bits (i8, ui8, ...), its bool is i1, and ml_dtypes' have 1, 2 or 4 (si1, ui1, i2, ui2, i4, ui4)}}
"test.op"() {t = !dtyp.provider<"Foo", i7>} : () -> ()

// -----

// expected-error @+1 {{type '!dtyp.dtype<ui8>' is not a dtype: it provides one; write ui8}}
"test.op"() {t = !dtyp.provider<"Foo", !dtyp.dtype<ui8>>} : () -> ()

// -----

// expected-error @+1 {{type '!dtyp.provider<"Bar", f32>' is not a dtype: it provides one; write f32}}
"test.op"() {t = !dtyp.provider<"Foo", !dtyp.provider<"Bar", f32>>} : () -> ()

// -----

// expected-error @+1 {{type 'memref<4xf32>' is not a dtype: an array is not a dtype; its elements are f32}}
"test.op"() {t = !dtyp.provider<"Foo", memref<4xf32>>} : () -> ()

// -----

// expected-error @+1 {{type 'index' is not a dtype: its width depends on the target; NumPy's intp is i64}}
"test.op"() {t = !dtyp.provider<"Foo", index>} : () -> ()

// -----

// expected-error @+1 {{type 'si8' is not a dtype: one NumPy dtype is one type; write i8 for int8}}
"test.op"() {t = !dtyp.provider<"Foo", si8, legacy, {a: f32}>} : () -> ()
