/**
 * What a step is told, and what it tells of itself: one that fails without having begun, or leaving nothing, needs no
 * turning back.
 */
export interface StepTrace {
  /** `device:inode` of the folder that was at a path when the steps were compared with the disk; it must be the one yet. */
  folderWas(path: string): string | undefined
  /** Called just before the first thing that could be left behind, whatever becomes of the step. */
  begins(): void
  /** Called where it failed and nothing of it is left. */
  leavesNothing(): void
}
