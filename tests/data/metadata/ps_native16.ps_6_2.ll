!dx.semantic.signatures = !{!6}
!llvm.module.flags = !{!7}

!0 = !{i32 0}
!1 = !{i32 0, !"TEXCOORD", i32 8, i32 0, !0, i32 2, i32 1, i8 2, i32 0, i8 0, i8 3, i8 0, i32 0}
!2 = !{i32 1, !"INDEX", i32 2, i32 0, !0, i32 1, i32 1, i8 1, i32 1, i8 0, i8 1, i8 0, i32 0}
!3 = !{!1, !2}
!4 = !{i32 0, !"SV_Target", i32 8, i32 16, !0, i32 0, i32 1, i8 4, i32 0, i8 0, i8 15, i8 0, i32 0}
!5 = !{!4}
!6 = !{ptr @main, !3, !5}
!7 = !{i32 1, !"dx.nativelowprec", i32 1}
