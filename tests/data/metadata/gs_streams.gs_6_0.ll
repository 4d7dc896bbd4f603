!dx.semantic.signatures = !{!9}

!0 = !{i32 0}
!1 = !{i32 0, !"SV_Position", i32 9, i32 3, !0, i32 4, i32 1, i8 4, i32 0, i8 0, i8 15, i8 0, i32 0}
!2 = !{i32 1, !"COLOR", i32 9, i32 0, !0, i32 2, i32 1, i8 3, i32 1, i8 0, i8 7, i8 0, i32 0}
!3 = !{i32 2, !"SV_RenderTargetArrayIndex", i32 5, i32 4, !0, i32 1, i32 1, i8 1, i32 2, i8 0, i8 0, i8 0, i32 0}
!4 = !{i32 3, !"SV_PrimitiveID", i32 5, i32 10, !0, i32 0, i32 1, i8 1, i32 -1, i8 -1, i8 0, i8 0, i32 0}
!5 = !{!1, !2, !3, !4}
!6 = !{i32 2, !"SV_RenderTargetArrayIndex", i32 5, i32 4, !0, i32 1, i32 1, i8 1, i32 2, i8 0, i8 1, i8 0, i32 0}
!7 = !{i32 3, !"DATA", i32 9, i32 0, !0, i32 2, i32 1, i8 2, i32 0, i8 0, i8 3, i8 0, i32 1}
!8 = !{!1, !2, !6, !7}
!9 = !{ptr @main, !5, !8}
