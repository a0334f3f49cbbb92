// Casts that there are none of, that the level does not allow, or of values of
// other types.

// RUN: dtyp-opt --split-input-file --verify-diagnostics %s

func.func @level(%x: f64) {
  // expected-error @below {{'dtyp.cast' op expected a cast that the level 'safe' allows, but that from 'f64' to 'f32' needs 'same_kind'}}
  %0 = dtyp.cast %x casting safe : f64 to f32
  return
}

// -----

func.func @no_dtype(%x: i7) {
  // expected-error @below {{type 'i7' is not a dtype}}
  %0 = dtyp.cast %x : i7 to i8
  return
}

// -----

func.func @operand(%x: f32) {
  // expected-error @below {{'dtyp.cast' op expected an operand of the value type 'i8' of the dtype 'ui8', but got 'f32'}}
  %0 = "dtyp.cast"(%x) <{source = ui8, target = f32}> : (f32) -> f32
  return
}

// -----

func.func @result(%x: f32) {
  // expected-error @below {{'dtyp.cast' op expected a result of the value type 'i8' of the dtype 'ui8', but got 'i16'}}
  %0 = "dtyp.cast"(%x) <{source = f32, target = ui8}> : (f32) -> i16
  return
}

// -----

func.func @no_source_dtype(%x: f32) {
  // expected-error @below {{'dtyp.cast' op type 'index' is not a dtype}}
  %0 = "dtyp.cast"(%x) <{source = index, target = ui8}> : (f32) -> i8
  return
}

// -----

func.func @text(%x: !dtyp.bytes<3>) {
  // expected-error @below {{expected dtypes whose values are cast, but got '!dtyp.bytes<3>' and 'f32': formatting and parsing text has no place in a kernel}}
  %0 = dtyp.cast %x : !dtyp.bytes<3> to f32
  return
}

// -----

func.func @other_text(%x: !dtyp.bytes<3>) {
  // expected-error @below {{but got '!dtyp.bytes<3>' and '!dtyp.str<3>': formatting and parsing text has no place in a kernel}}
  %0 = dtyp.cast %x : !dtyp.bytes<3> to !dtyp.str<3>
  return
}

// -----

func.func @record(%x: !dtyp.record<a: i8>) {
  // expected-error @below {{but got '!dtyp.record<a: i8>' and '!dtyp.record<a: i16>': cast the fields of a record one by one}}
  %0 = dtyp.cast %x : !dtyp.record<a: i8> to !dtyp.record<a: i16>
  return
}

// -----

func.func @records(%x: !dtyp.record<a: i8>) {
  // expected-error @below {{expected dtypes that are cast to each other, but got '!dtyp.record<a: i8>' and '!dtyp.record<a: i16, b: i16>'}}
  %0 = dtyp.cast %x : !dtyp.record<a: i8> to !dtyp.record<a: i16, b: i16>
  return
}

// -----

func.func @subarray(%x: f32) {
  // expected-error @below {{but got '!dtyp.subarray<2xf32>' and 'f64': a value is one element; cast the elements of a sub-array}}
  %0 = dtyp.cast %x : !dtyp.subarray<2xf32> to f64
  return
}

// -----

func.func @void(%x: f32) {
  // expected-error @below {{but got 'f32' and '!dtyp.void<4>': the bytes of void have no meaning; store the value and view it}}
  %0 = dtyp.cast %x : f32 to !dtyp.void<4>
  return
}

// -----

func.func @generic(%x: i64) {
  // expected-error @below {{but got '!dtyp.datetime64<s>' and '!dtyp.datetime64': NumPy keeps the unit in a cast to none; write the unit}}
  %0 = dtyp.cast %x : !dtyp.datetime64<s> to !dtyp.datetime64
  return
}

// -----

func.func @overflow(%x: i64) {
  // expected-error @below {{but got '!dtyp.datetime64<D>' and '!dtyp.datetime64<as>': the number of smaller units in the larger overflows 64 bits in NumPy; cast through a unit between them}}
  %0 = dtyp.cast %x : !dtyp.datetime64<D> to !dtyp.datetime64<as>
  return
}

// -----

func.func @extension_time(%x: bf16) {
  // expected-error @below {{expected dtypes that are cast to each other, but got 'bf16' and '!dtyp.datetime64<s>'}}
  %0 = dtyp.cast %x : bf16 to !dtyp.datetime64<s>
  return
}

// -----

func.func @vector(%x: vector<4xf32>) {
  // expected-error @below {{expected dtypes that are cast to each other, but got '!dtyp.vector<4xf32>' and '!dtyp.vector<4xi32>'}}
  %0 = dtyp.cast %x : !dtyp.vector<4xf32> to !dtyp.vector<4xi32>
  return
}
