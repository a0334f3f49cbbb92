// What has no common dtype, and what is no operand.

// RUN: dtyp-opt --split-input-file --verify-diagnostics %s

func.func @none() {
  // expected-error @below {{expected at least one dtype to promote}}
  // expected-error @below {{failed to infer returned types}}
  "dtyp.promote"() : () -> !dtyp.dtype<i8>
  return
}

// -----

func.func @no_dtype(%value: i32) {
  // expected-error @below {{expected an object that provides a dtype, but got type 'i32'; write 'dtyp.constant i32' for that dtype}}
  %0 = dtyp.promote %value : i32
  return
}

// -----

func.func @legacy(%old: !dtyp.provider<"Old", f32, legacy>) {
  // expected-error @below {{has the legacy '.dtype' attribute and no '__numpy_dtype__'}}
  %0 = dtyp.promote %old : !dtyp.provider<"Old", f32, legacy>
  return
}

// -----

func.func @wrong_result(%a: !dtyp.dtype<i8>) {
  // expected-error @below {{inferred type(s) '!dtyp.dtype<i8>' are incompatible with return type(s) of operation '!dtyp.dtype<i16>'}}
  // expected-error @below {{failed to infer returned types}}
  "dtyp.promote"(%a) : (!dtyp.dtype<i8>) -> !dtyp.dtype<i16>
  return
}

// -----

func.func @extensions(%a: !dtyp.dtype<f8E4M3FN>, %b: !dtyp.dtype<i8>, %c: !dtyp.dtype<f8E5M2>) {
  // expected-error @below {{expected dtypes with a common one by the rules 'numpy', but got 'f8E4M3FN' and 'f8E5M2': NumPy promotes two dtypes of ml_dtypes by their sizes alone; write 'rules jax' or cast explicitly}}
  %0 = dtyp.promote %a, %b, %c : !dtyp.dtype<f8E4M3FN>, !dtyp.dtype<i8>, !dtyp.dtype<f8E5M2>
  return
}

// -----

func.func @half(%a: !dtyp.dtype<i8>, %b: !dtyp.dtype<bf16>, %c: !dtyp.dtype<f16>) {
  // expected-error @below {{but got 'bf16' and 'f16': neither holds the numbers of the other; write 'rules jax' or cast explicitly}}
  %0 = dtyp.promote %a, %b, %c : !dtyp.dtype<i8>, !dtyp.dtype<bf16>, !dtyp.dtype<f16>
  return
}

// -----

func.func @weak_extension(%a: !dtyp.dtype<bf16>) {
  %one = dtyp.weak_scalar float
  // expected-error @below {{but got 'bf16' and '!dtyp.weak<float>': NumPy takes the Python number for one of its own dtypes; write 'rules jax' or cast explicitly}}
  %0 = dtyp.promote %a, %one : !dtyp.dtype<bf16>, !dtyp.weak<float>
  return
}

// -----

func.func @jax(%a: !dtyp.dtype<f8E4M3FN>, %b: !dtyp.dtype<f32>) {
  // expected-error @below {{expected dtypes with a common one by the rules 'jax', but got 'f8E4M3FN' and 'f32': JAX promotes neither implicitly; cast explicitly}}
  %0 = dtyp.promote %a, %b rules jax : !dtyp.dtype<f8E4M3FN>, !dtyp.dtype<f32>
  return
}

// -----

func.func @not_in_jax(%a: !dtyp.dtype<!dtyp.datetime64<s>>, %b: !dtyp.dtype<f32>) {
  // expected-error @below {{expected dtypes that JAX has by the rules 'jax', but got '!dtyp.datetime64<s>'; write 'rules numpy'}}
  %0 = dtyp.promote %a, %b rules jax : !dtyp.dtype<!dtyp.datetime64<s>>, !dtyp.dtype<f32>
  return
}

// -----

func.func @years(%a: !dtyp.dtype<!dtyp.timedelta64<Y>>, %b: !dtyp.dtype<!dtyp.timedelta64<D>>) {
  // expected-error @below {{but got '!dtyp.timedelta64<Y>' and '!dtyp.timedelta64<D>': a difference of years or months is no number of days}}
  %0 = dtyp.promote %a, %b : !dtyp.dtype<!dtyp.timedelta64<Y>>, !dtyp.dtype<!dtyp.timedelta64<D>>
  return
}

// -----

func.func @overflow(%a: !dtyp.dtype<!dtyp.datetime64<D>>, %b: !dtyp.dtype<!dtyp.datetime64<as>>) {
  // expected-error @below {{but got '!dtyp.datetime64<D>' and '!dtyp.datetime64<as>': the number of smaller units in the larger overflows 64 bits in NumPy}}
  %0 = dtyp.promote %a, %b : !dtyp.dtype<!dtyp.datetime64<D>>, !dtyp.dtype<!dtyp.datetime64<as>>
  return
}

// -----

func.func @datetime_and_number(%a: !dtyp.dtype<i64>, %b: !dtyp.dtype<!dtyp.datetime64<s>>) {
  // expected-error @below {{but got '!dtyp.datetime64<s>' and 'i64': a number is no point in time; cast it to a timedelta64}}
  %0 = dtyp.promote %a, %b : !dtyp.dtype<i64>, !dtyp.dtype<!dtyp.datetime64<s>>
  return
}

// -----

func.func @fields(%a: !dtyp.dtype<!dtyp.record<x: i8>>, %b: !dtyp.dtype<!dtyp.record<y: i8>>) {
  // expected-error @below {{but got '!dtyp.record<x: i8>' and '!dtyp.record<y: i8>': the fields differ in name, number or order}}
  %0 = dtyp.promote %a, %b : !dtyp.dtype<!dtyp.record<x: i8>>, !dtyp.dtype<!dtyp.record<y: i8>>
  return
}

// -----

func.func @large_record(%a: !dtyp.dtype<!dtyp.record<x: i8, y: !dtyp.subarray<1500000000xi8>>>,
                        %b: !dtyp.dtype<!dtyp.record<x: i16, y: !dtyp.subarray<1500000000xui8>>>) {
  // expected-error @below {{expected a sub-array of at most 2147483647 bytes from the promotion of}}
  %0 = dtyp.promote %a, %b : !dtyp.dtype<!dtyp.record<x: i8, y: !dtyp.subarray<1500000000xi8>>>,
                             !dtyp.dtype<!dtyp.record<x: i16, y: !dtyp.subarray<1500000000xui8>>>
  return
}

// -----

func.func @large_fields(%a: !dtyp.dtype<!dtyp.record<x: !dtyp.void<1500000000>, y: !dtyp.subarray<400000000xi8>>>,
                        %b: !dtyp.dtype<!dtyp.record<x: !dtyp.void<1500000000>, y: !dtyp.subarray<400000000xui8>>>) {
  // expected-error @below {{expected a record of at most 2147483647 bytes from the promotion of fields, but got 2300000000}}
  %0 = dtyp.promote %a, %b : !dtyp.dtype<!dtyp.record<x: !dtyp.void<1500000000>, y: !dtyp.subarray<400000000xi8>>>,
                             !dtyp.dtype<!dtyp.record<x: !dtyp.void<1500000000>, y: !dtyp.subarray<400000000xui8>>>
  return
}

// -----

func.func @vectors(%a: !dtyp.dtype<!dtyp.vector<4xf32>>, %b: !dtyp.dtype<f32>) {
  // expected-error @below {{but got '!dtyp.vector<4xf32>' and 'f32': NumPy has no vectors; promote their numbers}}
  %0 = dtyp.promote %a, %b : !dtyp.dtype<!dtyp.vector<4xf32>>, !dtyp.dtype<f32>
  return
}

// -----

func.func @can_cast_value(%a: !dtyp.dtype<f32>, %b: f32) {
  // expected-error @below {{'dtyp.can_cast' op expected an object that provides a dtype, but got type 'f32'}}
  %0 = dtyp.can_cast safe %a to %b : !dtyp.dtype<f32>, f32
  return
}

// -----

func.func @can_cast_legacy(%a: !dtyp.dtype<f32>, %b: !dtyp.provider<"Old", f32, legacy>) {
  // expected-error @below {{has the legacy '.dtype' attribute and no '__numpy_dtype__'}}
  %0 = dtyp.can_cast safe %a to %b : !dtyp.dtype<f32>, !dtyp.provider<"Old", f32, legacy>
  return
}

// -----

func.func @no_level(%a: !dtyp.dtype<f32>) {
  // expected-error @below {{expected one of [no, equiv, safe, same_kind, unsafe] for how much a cast may change}}
  // expected-error @below {{failed to parse Dtyp_CastingLevelAttr}}
  %0 = dtyp.can_cast sure %a to %a : !dtyp.dtype<f32>, !dtyp.dtype<f32>
  return
}

// -----

// expected-error @below {{expected one of [int, float, complex] for Python type of a number, got: bool}}
// expected-error @below {{failed to parse Dtyp_WeakType}}
func.func @no_weak(%a: !dtyp.weak<bool>)

// -----

// expected-error @below {{type '!dtyp.weak<int>' is not a dtype}}
func.func @weak_is_no_dtype(%a: !dtyp.dtype<!dtyp.weak<int>>)
