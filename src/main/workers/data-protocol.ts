import { z } from 'zod'
import type { BackupSummary, DataStage } from '../../shared/contract/data'
import type { ErrorShape } from '../../shared/errors'
import type { FoundImport } from '../data/import/imported'
import type { WrittenArchive } from '../data/write-archive'

const job = { id: z.int() }
const path = z.string().min(1)
/** One 32-bit number, which becomes other than 0 when the work is no longer wanted. */
const cancelled = z.instanceof(SharedArrayBuffer)

/** What the data worker is asked for; see the functions that do it for what the paths are. */
export const dataRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('write'),
    ...job,
    folder: z.strictObject({ root: path, database: path, blobs: path, trash: path, uploads: path }),
    file: path,
    copy: path,
    named: path,
    application: z.string(),
    now: z.number(),
    cancelled,
  }),
  z.strictObject({ kind: z.literal('look'), ...job, path }),
  z.strictObject({
    kind: z.literal('unpack'),
    ...job,
    path,
    into: path,
    root: path,
    former: path.nullable(),
    now: z.number(),
    cancelled,
  }),
  z.strictObject({ kind: z.literal('import'), ...job, path, into: path.nullable(), cancelled }),
])
/** One of {@link dataRequestSchema}. */
export type DataRequest = z.infer<typeof dataRequestSchema>

/** What each kind of request is answered with. */
export type DataValues = {
  write: WrittenArchive
  look: BackupSummary
  unpack: BackupSummary
  import: FoundImport
}

/** What the worker says; each request ends with one of the last two. */
export type DataResponse =
  /** The database's instant has come: what is written from now on is not in the backup. */
  | { readonly kind: 'taken'; readonly id: number }
  | {
      readonly kind: 'progress'
      readonly id: number
      readonly stage: DataStage
      readonly done: number
      readonly total: number
    }
  | { readonly kind: 'done'; readonly id: number; readonly value: DataValues[keyof DataValues] }
  | { readonly kind: 'error'; readonly id: number; readonly error: ErrorShape }
