import type { DataStage } from '../../shared/contract/data'

/** How far a stage of work is, in units of its own. */
export type StageProgress = (stage: DataStage, done: number, total: number) => void
