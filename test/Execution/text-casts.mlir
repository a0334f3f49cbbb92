// Text and bytes are cut, or filled with zeros, to the length of their kind.

// RUN: %dtyp_run %s --kernel=cast --grid 1 --block 2 'uint8[6]=arange' 'out:uint8[10]=full:255' \
// RUN:   'out:uint8[4]=full:255' 'out:uint8[6]=full:255' | FileCheck %s
// CHECK: argument 2 uint8[10] = [0 1 2 0 0 3 4 5 0 0]
// CHECK: argument 3 uint8[4] = [0 1 3 4]
// CHECK: argument 4 uint8[6] = [0 1 2 3 4 5]

// Characters of the other byte order are swapped, also where their number stays.
// RUN: %dtyp_run %s --kernel=swap --grid 1 --block 1 '>U2[1]=full:ab' 'out:U2[1]=zeros' 'out:U3[1]=zeros' 'out:>U1[1]=zeros' \
// RUN:   | FileCheck %s --check-prefix=SWAP
// SWAP: argument 2 U2[1] = ['ab']
// SWAP: argument 3 U3[1] = ['ab']
// SWAP: argument 4 >U1[1] = ['a']

!swapped = !dtyp.big_endian<!dtyp.str<2>>
!swapped1 = !dtyp.big_endian<!dtyp.str<1>>

gpu.module @kernels {
  gpu.func @swap(%in: memref<1x!swapped>, %same: memref<1x!dtyp.str<2>>, %long: memref<1x!dtyp.str<3>>, %short: memref<1x!swapped1>) kernel {
    %c0 = arith.constant 0 : index
    %name = dtyp.load %in[%c0] : memref<1x!swapped>
    %0 = dtyp.cast %name : !swapped to !dtyp.str<2>
    dtyp.store %0, %same[%c0] : !dtyp.str<2>, memref<1x!dtyp.str<2>>
    %1 = dtyp.cast %name : !swapped to !dtyp.str<3>
    dtyp.store %1, %long[%c0] : !dtyp.str<3>, memref<1x!dtyp.str<3>>
    %2 = dtyp.cast %1 : !dtyp.str<3> to !swapped1
    dtyp.store %2, %short[%c0] : !swapped1, memref<1x!swapped1>
    gpu.return
  }

  gpu.func @cast(%in: memref<6xi8>, %long: memref<10xi8>, %short: memref<4xi8>, %void: memref<6xi8>) kernel {
    %i = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %names = memref.view %in[%c0][] : memref<6xi8> to memref<2x!dtyp.bytes<3>>
    %name = dtyp.load %names[%i] : memref<2x!dtyp.bytes<3>>
    %longs = memref.view %long[%c0][] : memref<10xi8> to memref<2x!dtyp.bytes<5>>
    %0 = dtyp.cast %name : !dtyp.bytes<3> to !dtyp.bytes<5>
    dtyp.store %0, %longs[%i] : !dtyp.bytes<5>, memref<2x!dtyp.bytes<5>>
    %shorts = memref.view %short[%c0][] : memref<4xi8> to memref<2x!dtyp.bytes<2>>
    %1 = dtyp.cast %name : !dtyp.bytes<3> to !dtyp.bytes<2>
    dtyp.store %1, %shorts[%i] : !dtyp.bytes<2>, memref<2x!dtyp.bytes<2>>
    %voids = memref.view %in[%c0][] : memref<6xi8> to memref<2x!dtyp.void<3>>
    %void3 = dtyp.load %voids[%i] : memref<2x!dtyp.void<3>>
    %2 = dtyp.cast %void3 : !dtyp.void<3> to !dtyp.void<7>
    %3 = dtyp.cast %2 : !dtyp.void<7> to !dtyp.void<3>
    %results = memref.view %void[%c0][] : memref<6xi8> to memref<2x!dtyp.void<3>>
    dtyp.store %3, %results[%i] : !dtyp.void<3>, memref<2x!dtyp.void<3>>
    gpu.return
  }
}
