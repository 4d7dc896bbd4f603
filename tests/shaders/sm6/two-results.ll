; Operations with two results, which no compiler of HLSL emits: whole products, quotient and remainder, and a borrow.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.CBufRet.i32 = type { i32, i32, i32, i32 }
%dx.types.CBufRet.f32 = type { float, float, float, float }
%"class.RWBuffer<unsigned int>" = type { i32 }
%c = type { <4 x i32>, <4 x i32> }
%dx.types.twoi32 = type { i32, i32 }
%dx.types.i32c = type { i32, i1 }

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
  %p = call %dx.types.twoi32 @dx.op.binaryWithTwoOuts.i32(i32 41, i32 %a0, i32 %a1)
  %p0 = extractvalue %dx.types.twoi32 %p, 0
  %p1 = extractvalue %dx.types.twoi32 %p, 1
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 0, i32 undef, i32 %p0, i32 %p0, i32 %p0, i32 %p0, i8 15)
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 1, i32 undef, i32 %p1, i32 %p1, i32 %p1, i32 %p1, i8 15)
  %q = call %dx.types.twoi32 @dx.op.binaryWithTwoOuts.i32(i32 42, i32 %a0, i32 %a1)
  %q0 = extractvalue %dx.types.twoi32 %q, 0
  %q1 = extractvalue %dx.types.twoi32 %q, 1
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 2, i32 undef, i32 %q0, i32 %q0, i32 %q0, i32 %q0, i8 15)
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 3, i32 undef, i32 %q1, i32 %q1, i32 %q1, i32 %q1, i8 15)
  %d = call %dx.types.twoi32 @dx.op.binaryWithTwoOuts.i32(i32 43, i32 %a0, i32 %b0)
  %d0 = extractvalue %dx.types.twoi32 %d, 0
  %d1 = extractvalue %dx.types.twoi32 %d, 1
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 4, i32 undef, i32 %d0, i32 %d0, i32 %d0, i32 %d0, i8 15)
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 5, i32 undef, i32 %d1, i32 %d1, i32 %d1, i32 %d1, i8 15)
  %z = call %dx.types.twoi32 @dx.op.binaryWithTwoOuts.i32(i32 43, i32 %a0, i32 %b1)
  %z0 = extractvalue %dx.types.twoi32 %z, 0
  %z1 = extractvalue %dx.types.twoi32 %z, 1
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 6, i32 undef, i32 %z0, i32 %z0, i32 %z0, i32 %z0, i8 15)
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 7, i32 undef, i32 %z1, i32 %z1, i32 %z1, i32 %z1, i8 15)
  %s = call %dx.types.i32c @dx.op.binaryWithCarryOrBorrow.i32(i32 45, i32 %a1, i32 %a0)
  %s0 = extractvalue %dx.types.i32c %s, 0
  %s1 = extractvalue %dx.types.i32c %s, 1
  %s2 = zext i1 %s1 to i32
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 8, i32 undef, i32 %s0, i32 %s0, i32 %s0, i32 %s0, i8 15)
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 9, i32 undef, i32 %s2, i32 %s2, i32 %s2, i32 %s2, i8 15)
  %t = call %dx.types.i32c @dx.op.binaryWithCarryOrBorrow.i32(i32 45, i32 %a0, i32 %a1)
  %t0 = extractvalue %dx.types.i32c %t, 0
  %t1 = extractvalue %dx.types.i32c %t, 1
  %t2 = zext i1 %t1 to i32
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 10, i32 undef, i32 %t0, i32 %t0, i32 %t0, i32 %t0, i8 15)
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 11, i32 undef, i32 %t2, i32 %t2, i32 %t2, i32 %t2, i8 15)
  %k = call %dx.types.i32c @dx.op.binaryWithCarryOrBorrow.i32(i32 44, i32 %a0, i32 %a1)
  %k0 = extractvalue %dx.types.i32c %k, 0
  %k1 = extractvalue %dx.types.i32c %k, 1
  %k2 = zext i1 %k1 to i32
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 12, i32 undef, i32 %k0, i32 %k0, i32 %k0, i32 %k0, i8 15)
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 13, i32 undef, i32 %k2, i32 %k2, i32 %k2, i32 %k2, i8 15)
  ret void
}

declare void @dx.op.bufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8) #1
declare %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32, %dx.types.Handle, i32) #2
declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1) #2
declare %dx.types.twoi32 @dx.op.binaryWithTwoOuts.i32(i32, i32, i32) #0
declare %dx.types.i32c @dx.op.binaryWithCarryOrBorrow.i32(i32, i32, i32) #0

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
!11 = !{i32 4, !12}
!12 = !{i32 1, i32 1, i32 1}
