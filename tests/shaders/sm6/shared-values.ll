; Group-shared memory with initial values, which HLSL has no words for.
target datalayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
target triple = "dxil-ms-dx"

%dx.types.Handle = type { i8* }
%"class.RWBuffer<unsigned int>" = type { i32 }

@table = internal addrspace(3) global [4 x i32] [i32 3, i32 0, i32 70, i32 900], align 4

define void @main() {
entry:
  %o = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)
  %t = call i32 @dx.op.threadIdInGroup.i32(i32 95, i32 0)
  %from = xor i32 %t, 3
  %p = getelementptr [4 x i32], [4 x i32] addrspace(3)* @table, i32 0, i32 %from
  %v = load i32, i32 addrspace(3)* %p, align 4
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %o, i32 %t, i32 undef, i32 %v, i32 %v, i32 %v, i32 %v, i8 15)
  ret void
}

declare void @dx.op.bufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8) #1
declare i32 @dx.op.threadIdInGroup.i32(i32, i32) #0
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
!4 = !{null, !5, null, null}
!5 = !{!6}
!6 = !{i32 0, %"class.RWBuffer<unsigned int>"* undef, !"", i32 0, i32 0, i32 1, i32 10, i1 false, i1 false, i1 false, !7}
!7 = !{i32 0, i32 5}
!10 = !{void ()* @main, !"main", null, !4, !11}
!11 = !{i32 4, !12}
!12 = !{i32 4, i32 1, i32 1}
