import type { StageEntry } from '../../db/document-stages'
import type { IngestProgress } from '../documents/document-view'
import type { Job } from './jobs-at-work'
import type { IngestParts } from './parts'
import { createStageWriter } from './stage-writer'

/** The stages that a document goes through, as its row has them and as people see them. */
export type Stages = {
  /** Writes down that a stage begins, with what is known of the original; throws once the work is no longer wanted. */
  enter(job: Job, stage: StageEntry['stage'], original?: StageEntry['original']): Promise<void>
  /** Tells how far a stage is, unless the work is no longer wanted. */
  show(job: Job, progress: IngestProgress): void
}

/** Makes what writes down and tells the stages. */
export function createStages({ db, now, onChange }: Pick<IngestParts, 'db' | 'now' | 'onChange'>): Stages {
  const enterStage = createStageWriter(db)

  function show(job: Job, progress: IngestProgress): void {
    if (job.signal.aborted) return
    job.progress = progress
    onChange(job.number, false)
  }

  return {
    async enter(job, stage, original) {
      const { number, signal } = job
      signal.throwIfAborted()
      const known = original === undefined ? {} : { original }
      if (!(await enterStage({ number, stage, at: now(), ...known }, signal))) job.stop()
      signal.throwIfAborted()
      show(job, { stage, done: 0, total: null })
    },
    show,
  }
}
