!dx.semantic.signatures = !{!5}
!weft.patch.signatures = !{!9}

!0 = !{}
!1 = !{i32 0}
!2 = !{i32 0, !"SV_Position", i32 9, i32 3, !1, i32 4, i32 1, i8 4, i32 0, i8 0, i8 15, i8 0, i32 0}
!3 = !{i32 1, !"TEXCOORD", i32 9, i32 0, !1, i32 2, i32 1, i8 2, i32 1, i8 0, i8 3, i8 0, i32 0}
!4 = !{!2, !3}
!5 = !{ptr @main, !0, !4}
!6 = !{i32 0, !"SV_PrimitiveID", i32 5, i32 10, !1, i32 1, i32 1, i8 1, i32 0, i8 0, i8 1, i8 0, i32 0}
!7 = !{i32 1, !"COLOR", i32 9, i32 0, !1, i32 1, i32 1, i8 3, i32 1, i8 0, i8 7, i8 0, i32 0}
!8 = !{!6, !7}
!9 = !{ptr @main, !8}
