; A function that cannot be inlined, though it asks for it.
define float @again(float %x) alwaysinline {
  %is_large = fcmp ogt float %x, 1.0
  br i1 %is_large, label %large, label %small
large:
  %less = fsub float %x, 1.0
  %rest = call float @again(float %less)
  %product = fmul float %rest, %x
  ret float %product
small:
  ret float %x
}
