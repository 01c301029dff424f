/** What a step tells of itself: one that fails without having begun, or leaving nothing, needs no turning back. */
export interface StepTrace {
  /** Called just before the first thing that could be left behind, whatever becomes of the step. */
  begins(): void
  /** Called where it failed and nothing of it is left. */
  leavesNothing(): void
}
