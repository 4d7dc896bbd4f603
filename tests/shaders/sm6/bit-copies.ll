; Copies of bits between floats and integers as operations, and doubles from their words.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.CBufRet.i32 = type { i32, i32, i32, i32 }
%dx.types.CBufRet.f32 = type { float, float, float, float }
%"class.RWBuffer<unsigned int>" = type { i32 }
%c = type { <4 x i32>, <4 x i32> }
%dx.types.splitdouble = type { i32, i32 }

define void @main() {
entry:
  %o = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %cb = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 2, i32 0, i32 0, i1 false)
  %ra = call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %cb, i32 0)
  %rb = call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %cb, i32 1)
  %a0 = extractvalue %dx.types.CBufRet.i32 %ra, 0
  %a1 = extractvalue %dx.types.CBufRet.i32 %ra, 1
  %a2 = extractvalue %dx.types.CBufRet.i32 %ra, 2
  %a3 = extractvalue %dx.types.CBufRet.i32 %ra, 3
  %b0 = extractvalue %dx.types.CBufRet.i32 %rb, 0
  %b1 = extractvalue %dx.types.CBufRet.i32 %rb, 1
  %b2 = extractvalue %dx.types.CBufRet.i32 %rb, 2
  %b3 = extractvalue %dx.types.CBufRet.i32 %rb, 3
  %f = call float @dx.op.bitcastI32toF32(i32 126, i32 %a0)
  %g = fadd float %f, 1.0
  %h = call i32 @dx.op.bitcastF32toI32(i32 127, float %g)
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 0, i32 undef, i32 %h, i32 %h, i32 %h, i32 %h, i8 15)
  %lo = zext i32 %a1 to i64
  %hi0 = zext i32 %a2 to i64
  %hi = shl i64 %hi0, 32
  %l = or i64 %lo, %hi
  %d = call double @dx.op.bitcastI64toF64(i32 128, i64 %l)
  %e = fadd double %d, 1.0
  %m = call i64 @dx.op.bitcastF64toI64(i32 129, double %e)
  %m0 = trunc i64 %m to i32
  %m1 = lshr i64 %m, 32
  %m2 = trunc i64 %m1 to i32
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 1, i32 undef, i32 %m0, i32 %m0, i32 %m0, i32 %m0, i8 15)
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 2, i32 undef, i32 %m2, i32 %m2, i32 %m2, i32 %m2, i8 15)
  %md = call double @dx.op.makeDouble.f64(i32 101, i32 %a1, i32 %a2)
  %d1 = fadd double %md, 3.0
  %sd = call %dx.types.splitdouble @dx.op.splitDouble.f64(i32 102, double %d1)
  %s0 = extractvalue %dx.types.splitdouble %sd, 0
  %s1 = extractvalue %dx.types.splitdouble %sd, 1
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 3, i32 undef, i32 %s0, i32 %s0, i32 %s0, i32 %s0, i8 15)
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 4, i32 undef, i32 %s1, i32 %s1, i32 %s1, i32 %s1, i8 15)
  %q = call float @dx.op.legacyDoubleToFloat(i32 132, double %d1)
  %qi = bitcast float %q to i32
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 5, i32 undef, i32 %qi, i32 %qi, i32 %qi, i32 %qi, i8 15)
  %ns = fsub double -0.0, %d1
  %si = call i32 @dx.op.legacyDoubleToSInt32(i32 133, double %ns)
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 6, i32 undef, i32 %si, i32 %si, i32 %si, i32 %si, i8 15)
  %ui = call i32 @dx.op.legacyDoubleToUInt32(i32 134, double %d1)
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 7, i32 undef, i32 %ui, i32 %ui, i32 %ui, i32 %ui, i8 15)
  %u2 = call i32 @dx.op.legacyDoubleToUInt32(i32 134, double %ns)
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 8, i32 undef, i32 %u2, i32 %u2, i32 %u2, i32 %u2, i8 15)
  ret void
}

declare void @dx.op.bufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8) #1
declare %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32, %dx.types.Handle, i32) #2
declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1) #2
declare float @dx.op.bitcastI32toF32(i32, i32) #0
declare i32 @dx.op.bitcastF32toI32(i32, float) #0
declare double @dx.op.bitcastI64toF64(i32, i64) #0
declare i64 @dx.op.bitcastF64toI64(i32, double) #0
declare double @dx.op.makeDouble.f64(i32, i32, i32) #0
declare %dx.types.splitdouble @dx.op.splitDouble.f64(i32, double) #0
declare float @dx.op.legacyDoubleToFloat(i32, double) #0
declare i32 @dx.op.legacyDoubleToSInt32(i32, double) #0
declare i32 @dx.op.legacyDoubleToUInt32(i32, double) #0

attributes #0 = { nounwind readnone }
attributes #1 = { nounwind }
attributes #2 = { nounwind readonly }

!dx.version = !{!1}
!dx.valver = !{!2}
!dx.shaderModel = !{!3}
!dx.resources = !{!4}
!dx.entryPoints = !{!10}

!1 = !{i32 1, i32 0}
!2 = !{i32 1, i32 8}
!3 = !{!"cs", i32 6, i32 0}
!4 = !{null, !5, !8, null}
!5 = !{!6}
!6 = !{i32 0, %"class.RWBuffer<unsigned int>"* undef, !"", i32 0, i32 0, i32 1, i32 10, i1 false, i1 false, i1 false, !7}
!7 = !{i32 0, i32 5}
!8 = !{!9}
!9 = !{i32 0, %c* undef, !"", i32 0, i32 0, i32 1, i32 32, null}
!10 = !{void ()* @main, !"main", null, !4, !11}
!11 = !{i32 0, i64 1048580, i32 4, !12}
!12 = !{i32 1, i32 1, i32 1}
