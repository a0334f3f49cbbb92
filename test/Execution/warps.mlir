// Operations of warps, compared with what NumPy computes from the same numbers.
// REQUIRES: numpy
// A GPU has nvvm.elect.sync from sm_90 on, and from PTX 8.0 on.
// REQUIRES: !target-gpu || sm-ge-90

// RUN: %dtyp_run %s --features=+ptx80 --kernel=shuffles --grid 2 --block 80 \
// RUN:   'out=%t.shuffles.npy:int32[160,8]=zeros'
// RUN: %dtyp_run %s --features=+ptx80 --kernel=widths --block 64 \
// RUN:   'out=%t.widths.npy:float32[64,2]=zeros'
// RUN: %dtyp_run %s --features=+ptx80 --kernel=wide --block 32 \
// RUN:   'out=%t.wide.npy:float64[32]=zeros'
// RUN: %dtyp_run %s --features=+ptx80 --kernel=half --block 32 \
// RUN:   'out=%t.half.npy:float16[32]=zeros'
// RUN: %dtyp_run %s --features=+ptx80 --kernel=reductions --grid 2 --block 96 \
// RUN:   'float32[192]=random:3' 'out=%t.sums.npy:float32[192]=zeros' 'out=%t.totals.npy:float32[192]=zeros' 'out=%t.maxima.npy:int32[192]=zeros'
// RUN: %dtyp_run %s --features=+ptx80 --kernel=lanes --block 10,7 \
// RUN:   'out=%t.lanes.npy:int64[70,4]=zeros'
// RUN: %dtyp_run %s --features=+ptx80 --kernel=votes --block 70 \
// RUN:   'out=%t.votes.npy:uint32[70,9]=zeros'
// RUN: %python %S/Inputs/check_warps.py %t

gpu.module @kernels {
  func.func @put(%out: memref<?x8xi32>, %column: index, %v: i32, %valid: i1) {
    %i = gpu.global_id x
    %c1 = arith.constant 1 : index
    %next = arith.addi %column, %c1 : index
    %flag = arith.extui %valid : i1 to i32
    memref.store %v, %out[%i, %column] : memref<?x8xi32>
    memref.store %flag, %out[%i, %next] : memref<?x8xi32>
    return
  }

  // All modes over the whole warp.
  gpu.func @shuffles(%out: memref<?x8xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c6 = arith.constant 6 : index
    %three = arith.constant 3 : i32
    %five = arith.constant 5 : i32
    %seventeen = arith.constant 17 : i32
    %width = arith.constant 32 : i32
    %i = gpu.global_id x
    %v = arith.index_cast %i : index to i32
    %a, %av = gpu.shuffle xor %v, %five, %width : i32
    %b, %bv = gpu.shuffle down %v, %three, %width : i32
    %c, %cv = gpu.shuffle up %v, %three, %width : i32
    %d, %dv = gpu.shuffle idx %v, %seventeen, %width : i32
    func.call @put(%out, %c0, %a, %av) : (memref<?x8xi32>, index, i32, i1) -> ()
    func.call @put(%out, %c2, %b, %bv) : (memref<?x8xi32>, index, i32, i1) -> ()
    func.call @put(%out, %c4, %c, %cv) : (memref<?x8xi32>, index, i32, i1) -> ()
    func.call @put(%out, %c6, %d, %dv) : (memref<?x8xi32>, index, i32, i1) -> ()
    gpu.return
  }

  // Eight lanes take part, in a branch that only they enter.
  gpu.func @widths(%out: memref<?x2xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %one = arith.constant 1 : i32
    %width = arith.constant 8 : i32
    %i = gpu.thread_id x
    %lane = arith.remui %i, %c32 : index
    %takesPart = arith.cmpi ult, %lane, %c8 : index
    scf.if %takesPart {
      %n = arith.index_cast %i : index to i32
      %v = arith.sitofp %n : i32 to f32
      %a, %av = gpu.shuffle down %v, %one, %width : f32
      %flag = arith.uitofp %av : i1 to f32
      memref.store %a, %out[%i, %c0] : memref<?x2xf32>
      memref.store %flag, %out[%i, %c1] : memref<?x2xf32>
    }
    gpu.return
  }

  gpu.func @wide(%out: memref<?xf64>) kernel {
    %one = arith.constant 1 : i32
    %width = arith.constant 32 : i32
    %third = arith.constant 0.33333333333333331 : f64
    %i = gpu.thread_id x
    %n = arith.index_cast %i : index to i32
    %v = arith.sitofp %n : i32 to f64
    %w = arith.addf %v, %third : f64
    %a, %av = gpu.shuffle xor %w, %one, %width : f64
    memref.store %a, %out[%i] : memref<?xf64>
    gpu.return
  }

  gpu.func @half(%out: memref<?xf16>) kernel {
    %width = arith.constant 32 : i32
    %zero = arith.constant 0 : i32
    %i = gpu.thread_id x
    %n = arith.index_cast %i : index to i32
    %v = arith.sitofp %n : i32 to f16
    %last = arith.constant 31 : i32
    %source = arith.subi %last, %n : i32
    %a, %av = gpu.shuffle idx %v, %source, %width : f16
    memref.store %a, %out[%i] : memref<?xf16>
    gpu.return
  }

  // Sums of a warp and of a block, and the maximum of a block.
  gpu.func @reductions(%in: memref<?xf32>, %sums: memref<?xf32>, %totals: memref<?xf32>, %maxima: memref<?xi32>) kernel {
    %i = gpu.global_id x
    %n = arith.index_cast %i : index to i32
    %c5 = arith.constant 5 : i32
    %c97 = arith.constant 97 : i32
    %product = arith.muli %n, %c5 : i32
    %scrambled = arith.remui %product, %c97 : i32
    %v = memref.load %in[%i] : memref<?xf32>
    %sum = gpu.subgroup_reduce add %v : (f32) -> f32
    memref.store %sum, %sums[%i] : memref<?xf32>
    %total = gpu.all_reduce add %v uniform {} : (f32) -> f32
    memref.store %total, %totals[%i] : memref<?xf32>
    %max = gpu.all_reduce maxsi %scrambled uniform {} : (i32) -> i32
    memref.store %max, %maxima[%i] : memref<?xi32>
    gpu.return
  }

  // Threads are numbered along x first.
  gpu.func @lanes(%out: memref<?x4xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %width = gpu.block_dim x
    %row = arith.muli %y, %width : index
    %i = arith.addi %row, %x : index
    %lane = gpu.lane_id
    %warp = gpu.subgroup_id : index
    %warps = gpu.num_subgroups : index
    %size = gpu.subgroup_size : index
    memref.store %lane, %out[%i, %c0] : memref<?x4xindex>
    memref.store %warp, %out[%i, %c1] : memref<?x4xindex>
    memref.store %warps, %out[%i, %c2] : memref<?x4xindex>
    memref.store %size, %out[%i, %c3] : memref<?x4xindex>
    gpu.return
  }

  func.func @put_vote(%out: memref<?x9xi32>, %column: index, %v: i32) {
    %i = gpu.thread_id x
    memref.store %v, %out[%i, %column] : memref<?x9xi32>
    return
  }

  gpu.func @votes(%out: memref<?x9xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %all = arith.constant -1 : i32
    %three = arith.constant 3 : i32
    %zero = arith.constant 0 : i32
    %clamp = arith.constant 31 : i32
    %i = gpu.thread_id x
    %n = arith.index_cast %i : index to i32
    %rest = arith.remui %n, %three : i32
    %isThird = arith.cmpi eq, %rest, %zero : i32
    %ballot = nvvm.vote.sync ballot %all, %isThird -> i32
    func.call @put_vote(%out, %c0, %ballot) : (memref<?x9xi32>, index, i32) -> ()
    %any = nvvm.vote.sync any %all, %isThird -> i1
    %anyBits = arith.extui %any : i1 to i32
    func.call @put_vote(%out, %c1, %anyBits) : (memref<?x9xi32>, index, i32) -> ()
    %every = nvvm.vote.sync all %all, %isThird -> i1
    %everyBits = arith.extui %every : i1 to i32
    func.call @put_vote(%out, %c2, %everyBits) : (memref<?x9xi32>, index, i32) -> ()
    %same = nvvm.match.sync any %all, %rest : i32 -> i32
    func.call @put_vote(%out, %c3, %same) : (memref<?x9xi32>, index, i32) -> ()
    %sum = nvvm.redux.sync add %n, %all : i32 -> i32
    func.call @put_vote(%out, %c4, %sum) : (memref<?x9xi32>, index, i32) -> ()
    %max = nvvm.redux.sync umax %n, %all : i32 -> i32
    func.call @put_vote(%out, %c5, %max) : (memref<?x9xi32>, index, i32) -> ()
    %elected = nvvm.elect.sync -> i1
    %electedBits = arith.extui %elected : i1 to i32
    func.call @put_vote(%out, %c6, %electedBits) : (memref<?x9xi32>, index, i32) -> ()
    %shuffled = nvvm.shfl.sync bfly %all, %n, %three, %clamp : i32 -> i32
    func.call @put_vote(%out, %c7, %shuffled) : (memref<?x9xi32>, index, i32) -> ()
    %below = nvvm.read.ptx.sreg.lanemask.lt : i32
    func.call @put_vote(%out, %c8, %below) : (memref<?x9xi32>, index, i32) -> ()
    nvvm.bar.warp.sync %all : i32
    gpu.return
  }
}
