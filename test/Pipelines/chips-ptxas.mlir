// REQUIRES: ptxas, fatbinary

// RUN: dtyp-opt %S/Inputs/kernel.mlir -o %t.bin --dtyp-to-nvvm="format=bin chip=sm_75,sm_80,sm_86,sm_89,sm_90,sm_90a,sm_100,sm_103,sm_120,sm_121" 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=BIN < %t.bin
// RUN: dtyp-opt %S/Inputs/kernel.mlir -o %t.fatbin --dtyp-to-nvvm="chip=sm_75,sm_80,sm_86,sm_89,sm_90,sm_90a,sm_100,sm_103,sm_120,sm_121" 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=FATBIN < %t.fatbin

// The same input gives the same output.
// RUN: dtyp-opt %S/Inputs/kernel.mlir -o %t.again --dtyp-to-nvvm="chip=sm_75,sm_80,sm_86,sm_89,sm_90,sm_90a,sm_100,sm_103,sm_120,sm_121"
// RUN: cmp %t.fatbin %t.again

// BIN-COUNT-10: bin = "\7FELF

// FATBIN:      resources = {sm_100 = {
// FATBIN-SAME: }, sm_103 = {
// FATBIN-SAME: }, sm_120 = {
// FATBIN-SAME: }, sm_121 = {
// FATBIN-SAME: }, sm_75 = {
// FATBIN-SAME: }, sm_80 = {
// FATBIN-SAME: }, sm_86 = {
// FATBIN-SAME: }, sm_89 = {
// FATBIN-SAME: }, sm_90 = {
// FATBIN-SAME: }, sm_90a = {
// FATBIN-SAME: "P\EDU\BA
