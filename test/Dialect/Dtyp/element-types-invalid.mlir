// RUN: dtyp-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// expected-error @+1 {{expected a unit behind the multiplier 5}}
"test.op"() {t = !dtyp.datetime64<5generic>} : () -> ()

// -----

// expected-error @+1 {{expected a multiplier of 1 to 2147483647, but got 0}}
"test.op"() {t = !dtyp.datetime64<0s>} : () -> ()

// -----

// expected-error @+1 {{expected a multiplier of 1 to 2147483647, but got 2147483648}}
"test.op"() {t = !dtyp.timedelta64<2147483648s>} : () -> ()

// -----

// expected-error @+1 {{expected one of NumPy's units (Y, M, W, D, h, m, s, ms, us, ns, ps, fs, as), but got 'min'}}
"test.op"() {t = !dtyp.datetime64<min>} : () -> ()

// -----

// expected-error @+1 {{expected a length of at least 1, since elements of no fixed size cannot be used on a GPU, but got 0}}
"test.op"() {t = !dtyp.bytes<0>} : () -> ()

// -----

// expected-error @+1 {{expected a length of at least 1, since elements of no fixed size cannot be used on a GPU, but got -1}}
"test.op"() {t = !dtyp.str<-1>} : () -> ()

// -----

// expected-error @+1 {{expected a length of at most 536870911, but got 536870912}}
"test.op"() {t = !dtyp.str<536870912>} : () -> ()

// -----

// expected-error @+1 {{expected a length of at most 2147483647, but got 2147483648}}
"test.op"() {t = !dtyp.void<2147483648>} : () -> ()

// -----

// expected-error @+1 {{expected a dtype whose bytes have an order, but got 'i8'; write it without one}}
"test.op"() {t = !dtyp.big_endian<i8>} : () -> ()

// -----

// expected-error @+1 {{expected a dtype whose bytes have an order, but got '!dtyp.bytes<4>'; write it without one}}
"test.op"() {t = !dtyp.big_endian<!dtyp.bytes<4>>} : () -> ()

// -----

// expected-error @+1 {{expected a dtype whose bytes have an order}}
"test.op"() {t = !dtyp.big_endian<!dtyp.big_endian<i32>>} : () -> ()

// -----

// expected-error @+1 {{expected the byte order at each field of a record, but got it at the record '!dtyp.record<a: i32>'}}
"test.op"() {t = !dtyp.big_endian<!dtyp.record<a: i32>>} : () -> ()

// -----

// expected-error @+1 {{expected the byte order at the base of a sub-array, but got it at '!dtyp.subarray<2xi32>'}}
"test.op"() {t = !dtyp.big_endian<!dtyp.subarray<2xi32>>} : () -> ()

// -----

// expected-error @+1 {{expected at least one extent; a sub-array without is its base, so write 'f32'}}
"test.op"() {t = !dtyp.subarray<f32>} : () -> ()

// -----

// expected-error @+1 {{expected a sub-array of at most 2147483647 bytes and elements}}
"test.op"() {t = !dtyp.subarray<536870912xf32>} : () -> ()

// -----

// A zero excuses what is too large only where the product before it has 64 bits.
// expected-error @+1 {{expected a sub-array of at most 2147483647 bytes and elements}}
"test.op"() {t = !dtyp.subarray<2147483647x2147483647x3x0xi8>} : () -> ()

// -----

// expected-error @+1 {{expected extents of 0 to 2147483647, but got 2147483648}}
"test.op"() {t = !dtyp.subarray<0x2147483648xi8>} : () -> ()

// -----

// expected-error @+1 {{expected a sub-array of at most 2147483647 bytes and elements}}
"test.op"() {t = !dtyp.subarray<65536x65536x!dtyp.record<>>} : () -> ()

// -----

// expected-error @+1 {{expected a base that has a size, but got the empty sub-array '!dtyp.subarray<0xi8>'}}
"test.op"() {t = !dtyp.subarray<2x!dtyp.subarray<0xi8>>} : () -> ()

// -----

// expected-error @+1 {{type 'index' is not a dtype}}
"test.op"() {t = !dtyp.subarray<2xindex>} : () -> ()

// -----

// expected-error @+1 {{expected at most 64 dimensions, but got 65}}
"test.op"() {t = !dtyp.subarray<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xi8>} : () -> ()

// -----

// expected-error @+1 {{expected static shape}}
"test.op"() {t = !dtyp.subarray<?xf32>} : () -> ()

// -----

// expected-error @+1 {{expected 2 to 4 lanes, as CUDA's vectors of 'float' have, but got 5}}
"test.op"() {t = !dtyp.vector<5xf32>} : () -> ()

// -----

// expected-error @+1 {{expected 2 to 2 lanes, as CUDA's vectors of 'half' have, but got 4}}
"test.op"() {t = !dtyp.vector<4xf16>} : () -> ()

// -----

// expected-error @+1 {{expected one number of lanes, as in '!dtyp.vector<4xf32>', but got 2 dimensions}}
"test.op"() {t = !dtyp.vector<2x2xf32>} : () -> ()

// -----

// expected-error @+1 {{expected a number that CUDA has vectors of (8- to 64-bit integers, f16, bf16, f32, f64), but got 'i1'}}
"test.op"() {t = !dtyp.vector<2xi1>} : () -> ()

// -----

// expected-error @+1 {{expected distinct names of fields, but got "a" twice}}
"test.op"() {t = !dtyp.record<a: i8, a: f32>} : () -> ()

// -----

// expected-error @+1 {{expected fields to have names, but got an empty string}}
"test.op"() {t = !dtyp.record<"": i8>} : () -> ()

// -----

// expected-error @+1 {{expected titles that are no name or title of another field, but got "b" twice}}
"test.op"() {t = !dtyp.record<a("b"): i32, b: i8>} : () -> ()

// -----

// expected-error @+1 {{expected titles that are no name or title of another field, but got "t" twice}}
"test.op"() {t = !dtyp.record<a("t"): i32, b("t"): i8>} : () -> ()

// -----

// expected-error @+1 {{expected the offset of the field "a" in an aligned record to be a multiple of its alignment 4, but got 1}}
"test.op"() {t = !dtyp.record<aligned, a: i32 at 1>} : () -> ()

// -----

// expected-error @+1 {{expected the field "a" of 4 bytes to lie within the 6 bytes of the record, but its offset is 4}}
"test.op"() {t = !dtyp.record<a: i32 at 4, itemsize 6>} : () -> ()

// -----

// expected-error @+1 {{expected an itemsize of 0 to 2147483647 bytes, but got -1}}
"test.op"() {t = !dtyp.record<a: i32, itemsize -1>} : () -> ()

// -----

// expected-error @+1 {{expected the itemsize to be a multiple of the alignment 4, but got 6}}
"test.op"() {t = !dtyp.record<aligned, a: i32, itemsize 6>} : () -> ()

// -----

// expected-error @+1 {{expected an offset ('at N') for each field or for none}}
"test.op"() {t = !dtyp.record<a: i32 at 4, b: i8>} : () -> ()

// -----

// expected-error @+1 {{expected an offset ('at N') for each field or for none}}
"test.op"() {t = !dtyp.record<a: i8, b: i32 at 4>} : () -> ()

// -----

// expected-error @+1 {{expected offsets of 0 to 2147483647 bytes, but got -1}}
"test.op"() {t = !dtyp.record<a: i8 at -1>} : () -> ()

// -----

// expected-error @+1 {{expected an itemsize of 0 to 2147483647 bytes, but got 2147483648}}
"test.op"() {t = !dtyp.record<a: !dtyp.subarray<2147483647xi8>, b: i8>} : () -> ()

// -----

// expected-error @+1 {{expected alignment to be a power of two, but got 3}}
"test.op"() {t = !dtyp.record<a: i8, alignment 3>} : () -> ()

// -----

// expected-error @+1 {{expected an alignment of at least 4 bytes, which a field needs, but got 2}}
"test.op"() {t = !dtyp.record<aligned, a: i32, alignment 2>} : () -> ()

// -----

// expected-error @+1 {{expected no field behind the itemsize and the alignment}}
"test.op"() {t = !dtyp.record<itemsize 4, a: i8>} : () -> ()

// -----

// expected-error @+1 {{type 'f80' is not a dtype: it is NumPy's longdouble, which no GPU has; use f64}}
"test.op"() {t = !dtyp.record<a: f80>} : () -> ()

// -----

// expected-error @+1 {{expected ':'}}
"test.op"() {t = !dtyp.record<a i8>} : () -> ()

// -----

// expected-error @+1 {{expected integer value}}
"test.op"() {t = !dtyp.record<itemsize: i8>} : () -> ()

// -----

// expected-error @+1 {{expected a type of the dialect dtyp, but got 'longdouble': no GPU has NumPy's longdouble; use f64}}
"test.op"() {t = !dtyp.longdouble} : () -> ()

// -----

// expected-error @+1 {{no GPU has NumPy's clongdouble; use complex<f64>}}
"test.op"() {t = !dtyp.clongdouble} : () -> ()

// -----

// expected-error @+1 {{expected a type of the dialect dtyp, but got 'object': elements that are Python objects cannot be used on a GPU}}
"test.op"() {t = !dtyp.object} : () -> ()

// -----

// expected-error @+1 {{strings of variable length are in the host's memory; use !dtyp.str<n> or !dtyp.bytes<n>}}
"test.op"() {t = !dtyp.string} : () -> ()

// -----

// expected-error @+1 {{NumPy's structured dtype is !dtyp.record}}
"test.op"() {t = !dtyp.struct} : () -> ()
