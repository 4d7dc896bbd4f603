; Structures within structures: members of members taken out and put in, and phis and selects of them.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.CBufRet.i32 = type { i32, i32, i32, i32 }
%dx.types.CBufRet.f32 = type { float, float, float, float }
%"class.RWBuffer<unsigned int>" = type { i32 }
%c = type { <4 x i32>, <4 x i32> }
%inner = type { i32, i32 }
%outer = type { i32, %inner, [2 x i32] }

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
  %x0 = insertvalue %outer undef, i32 %a0, 0
  %x1 = insertvalue %outer %x0, i32 %a1, 1, 0
  %x2 = insertvalue %outer %x1, i32 %a2, 1, 1
  %x3 = insertvalue %outer %x2, i32 %a3, 2, 1
  %c = icmp ugt i32 %b0, 5
  br i1 %c, label %one, label %two

one:
  %y = insertvalue %outer %x3, i32 77, 1, 0
  br label %two

two:
  %z = phi %outer [ %x3, %entry ], [ %y, %one ]
  %i = extractvalue %outer %z, 1
  %i0 = extractvalue %inner %i, 0
  %i1 = extractvalue %outer %z, 1, 1
  %i2 = extractvalue %outer %z, 2, 1
  %i3 = extractvalue %outer %z, 0
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 0, i32 undef, i32 %i0, i32 %i0, i32 %i0, i32 %i0, i8 15)
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 1, i32 undef, i32 %i1, i32 %i1, i32 %i1, i32 %i1, i8 15)
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 2, i32 undef, i32 %i2, i32 %i2, i32 %i2, i32 %i2, i8 15)
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 3, i32 undef, i32 %i3, i32 %i3, i32 %i3, i32 %i3, i8 15)
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
