; All comparisons of floats, ordered and not, with a NaN and without.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.CBufRet.i32 = type { i32, i32, i32, i32 }
%dx.types.CBufRet.f32 = type { float, float, float, float }
%"class.RWBuffer<unsigned int>" = type { i32 }
%c = type { <4 x i32>, <4 x i32> }

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
  %x = bitcast i32 %a0 to float
  %y = bitcast i32 %a1 to float
  %c0 = fcmp oeq float %x, %y
  %d0 = zext i1 %c0 to i32
  %e0 = shl i32 %d0, 0
  %s0 = or i32 0, %e0
  %c1 = fcmp ogt float %x, %y
  %d1 = zext i1 %c1 to i32
  %e1 = shl i32 %d1, 1
  %s1 = or i32 %s0, %e1
  %c2 = fcmp oge float %x, %y
  %d2 = zext i1 %c2 to i32
  %e2 = shl i32 %d2, 2
  %s2 = or i32 %s1, %e2
  %c3 = fcmp olt float %x, %y
  %d3 = zext i1 %c3 to i32
  %e3 = shl i32 %d3, 3
  %s3 = or i32 %s2, %e3
  %c4 = fcmp ole float %x, %y
  %d4 = zext i1 %c4 to i32
  %e4 = shl i32 %d4, 4
  %s4 = or i32 %s3, %e4
  %c5 = fcmp one float %x, %y
  %d5 = zext i1 %c5 to i32
  %e5 = shl i32 %d5, 5
  %s5 = or i32 %s4, %e5
  %c6 = fcmp ord float %x, %y
  %d6 = zext i1 %c6 to i32
  %e6 = shl i32 %d6, 6
  %s6 = or i32 %s5, %e6
  %c7 = fcmp ueq float %x, %y
  %d7 = zext i1 %c7 to i32
  %e7 = shl i32 %d7, 7
  %s7 = or i32 %s6, %e7
  %c8 = fcmp ugt float %x, %y
  %d8 = zext i1 %c8 to i32
  %e8 = shl i32 %d8, 8
  %s8 = or i32 %s7, %e8
  %c9 = fcmp uge float %x, %y
  %d9 = zext i1 %c9 to i32
  %e9 = shl i32 %d9, 9
  %s9 = or i32 %s8, %e9
  %c10 = fcmp ult float %x, %y
  %d10 = zext i1 %c10 to i32
  %e10 = shl i32 %d10, 10
  %s10 = or i32 %s9, %e10
  %c11 = fcmp ule float %x, %y
  %d11 = zext i1 %c11 to i32
  %e11 = shl i32 %d11, 11
  %s11 = or i32 %s10, %e11
  %c12 = fcmp une float %x, %y
  %d12 = zext i1 %c12 to i32
  %e12 = shl i32 %d12, 12
  %s12 = or i32 %s11, %e12
  %c13 = fcmp uno float %x, %y
  %d13 = zext i1 %c13 to i32
  %e13 = shl i32 %d13, 13
  %s13 = or i32 %s12, %e13
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 0, i32 undef, i32 %s13, i32 %s13, i32 %s13, i32 %s13, i8 15)
  ret void
}

declare void @dx.op.bufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8) #1
declare %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32, %dx.types.Handle, i32) #2
declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1) #2


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
