; Memory of a thread and of a group in all shapes: several elements at once, arrays of arrays, constant tables, pointers that are named before they are known.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%dx.types.CBufRet.i32 = type { i32, i32, i32, i32 }
%dx.types.CBufRet.f32 = type { float, float, float, float }
%"class.RWBuffer<unsigned int>" = type { i32 }
%c = type { <4 x i32>, <4 x i32> }
@g = internal addrspace(3) global [4 x i32] undef, align 4
@m = internal addrspace(3) global [2 x [3 x i32]] undef, align 4
@table = internal unnamed_addr constant [2 x [2 x i32]] [[2 x i32] [i32 11, i32 12], [2 x i32] [i32 13, i32 14]], align 4

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
  %s = alloca i32, i32 4, align 4
  %s1 = getelementptr i32, i32* %s, i32 1
  %s2 = getelementptr i32, i32* %s, i32 %a0
  store i32 500, i32* %s1
  store i32 600, i32* %s2
  %v0 = load i32, i32* %s1
  %v1 = load i32, i32* %s2
  %v = add i32 %v0, %v1
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 0, i32 undef, i32 %v, i32 %v, i32 %v, i32 %v, i8 15)
  %p = getelementptr [2 x [3 x i32]], [2 x [3 x i32]] addrspace(3)* @m, i32 0, i32 %a1, i32 %a0
  store i32 42, i32 addrspace(3)* %p
  %q = getelementptr [2 x [3 x i32]], [2 x [3 x i32]] addrspace(3)* @m, i32 0, i32 1
  %q2 = getelementptr [3 x i32], [3 x i32] addrspace(3)* %q, i32 0, i32 2
  %w = load i32, i32 addrspace(3)* %q2
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 1, i32 undef, i32 %w, i32 %w, i32 %w, i32 %w, i8 15)
  br label %last

first:
  %f = load i32, i32* %ahead
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 2, i32 undef, i32 %f, i32 %f, i32 %f, i32 %f, i8 15)
  ret void

last:
  %ahead = getelementptr i32, i32* %s, i32 %a2
  store i32 900, i32* %ahead
  %t = getelementptr [2 x [2 x i32]], [2 x [2 x i32]]* @table, i32 0, i32 %a1, i32 1
  %tv = load i32, i32* %t
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 3, i32 undef, i32 %tv, i32 %tv, i32 %tv, i32 %tv, i8 15)
  %gp = getelementptr [4 x i32], [4 x i32] addrspace(3)* @g, i32 0, i32 %a0
  store i32 7, i32 addrspace(3)* %gp
  %gv = load i32, i32 addrspace(3)* %gp
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 4, i32 undef, i32 %gv, i32 %gv, i32 %gv, i32 %gv, i8 15)
  br label %first
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
