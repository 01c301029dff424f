import { z } from 'zod'
import { saidSchema } from '../sentences/sentence'
import { procedure } from './base'
import { callOutcomeSchema } from './tools'

/** What is at work on the data: at most one thing at a time. */
const dataJobKinds = ['backup', 'restore', 'export', 'import'] as const
/** What a job is doing now. */
const dataStages = ['waiting', 'database', 'files', 'checking', 'writing'] as const
/** One of {@link dataStages}. */
export type DataStage = (typeof dataStages)[number]

/** How far a job is; `done` and `total` are in units of the stage's own, `total` is 0 while it is not known. */
const dataJobSchema = z.object({
  id: z.string(),
  kind: z.enum(dataJobKinds),
  /** Where it reads or writes. */
  path: z.string(),
  stage: z.enum(dataStages),
  done: z.number(),
  total: z.number(),
})
/** See {@link dataJobSchema}. */
export type DataJob = z.infer<typeof dataJobSchema>

/** What a backup says of itself. */
const backupSummarySchema = z.object({
  path: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  /** The version of Countersign that wrote it. */
  application: z.string(),
  conversations: z.number(),
  documents: z.number(),
  /** These three are not known of a backup that an early Countersign wrote. */
  notes: z.number().optional(),
  contacts: z.number().optional(),
  tasks: z.number().optional(),
  changes: z.number(),
  entries: z.number(),
  /** Of all that it holds, unpacked. */
  bytes: z.number(),
  auditIntact: z.boolean(),
  /** How many things do not come back: gone while it was written, not to be read, or damaged already. */
  missing: z.number(),
})
/** See {@link backupSummarySchema}. */
export type BackupSummary = z.infer<typeof backupSummarySchema>

/** A backup that was unpacked and checked, and takes its place at the next start. */
export const pendingRestoreSchema = z.object({
  backup: backupSummarySchema,
  /** Milliseconds since 1970. */
  preparedAt: z.number(),
  /** Where what is there now will be; null where there is nothing. */
  former: z.string().nullable(),
})
/** See {@link pendingRestoreSchema}. */
export type PendingRestore = z.infer<typeof pendingRestoreSchema>

/** From which backup the data came. */
export const restoredDataSchema = z.object({
  /** The backup's file. */
  path: z.string(),
  /** When the backup was made (milliseconds since 1970). */
  createdAt: z.number(),
  /** When it was restored. */
  restoredAt: z.number(),
  /** Where what was there before is; null where nothing was. */
  former: z.string().nullable(),
  /** Whether a person has closed the notice that says so; nobody is told again of a restore of before that was kept. */
  noticed: z.boolean().default(true),
})
/** See {@link restoredDataSchema}. */
export type RestoredData = z.infer<typeof restoredDataSchema>

/** What was written. */
const writtenBackupSchema = backupSummarySchema.extend({
  /** Of the file. */
  fileBytes: z.number(),
})
/** See {@link writtenBackupSchema}. */
export type WrittenBackup = z.infer<typeof writtenBackupSchema>

/** What was exported. */
const writtenExportSchema = z.object({
  path: z.string(),
  conversations: z.number(),
  documents: z.number(),
  notes: z.number(),
  contacts: z.number(),
  tasks: z.number(),
  changes: z.number(),
  assistants: z.number(),
  sequences: z.number(),
  missions: z.number(),
  files: z.number(),
  bytes: z.number(),
  /** Documents without their original: not in the library yet, gone, or not to be read. */
  missing: z.number(),
})
/** See {@link writtenExportSchema}. */
export type WrittenExport = z.infer<typeof writtenExportSchema>

/** How things stand with the data as a whole. */
export const dataStatusSchema = z.object({
  job: dataJobSchema.nullable(),
  /** The last backup that was written; null before the first. */
  lastBackup: z.object({ path: z.string(), at: z.number(), bytes: z.number() }).nullable(),
  pending: pendingRestoreSchema.nullable(),
  restored: restoredDataSchema.nullable(),
})
/** See {@link dataStatusSchema}. */
export type DataStatus = z.infer<typeof dataStatusSchema>

/** What is meant by a path that a person wrote. */
const dataPlaceSchema = z.object({
  /** Whole; what is offered where nothing was written. */
  path: z.string(),
  /** What would keep the work from beginning there; null where nothing would. */
  problem: z.string().nullable(),
  said: saidSchema.optional(),
  /** Whether a file is there that a backup may replace. */
  exists: z.boolean(),
})
/** See {@link dataPlaceSchema}. */
export type DataPlace = z.infer<typeof dataPlaceSchema>

/** Characters of a path. */
const pathLimit = 4000
const path = z.string().min(1).max(pathLimit)

/** The data as a whole: backup, restore, export, import. Only a person or the command line, on a path that they name. */
export const dataContract = {
  status: procedure.output(dataStatusSchema),
  /** Completes what is written as the place of such work, and says what is wrong with it; does nothing there. */
  place: procedure
    .input(z.strictObject({ kind: z.enum(dataJobKinds), path: z.string().max(pathLimit) }))
    .output(dataPlaceSchema),
  /** Writes a backup; resolves when it is whole and durable. Fails with `already_exists` unless `replace`. */
  backUp: procedure
    .input(z.strictObject({ path, replace: z.boolean().default(false) }))
    .output(writtenBackupSchema),
  /** Says what a backup is, without unpacking it. */
  look: procedure.input(z.strictObject({ path })).output(backupSummarySchema),
  /** Unpacks and checks a backup beside the data; it takes its place at the next start. */
  prepareRestore: procedure.input(z.strictObject({ path })).output(pendingRestoreSchema),
  /** Gives up a restore that has not taken place; false where none waits. */
  cancelRestore: procedure.output(z.object({ cancelled: z.boolean() })),
  /** Remembers that a person knows of the restore that these data came from. */
  acknowledgeRestore: procedure.output(z.void()),
  /** Writes the data in open formats into a new or empty folder. */
  export: procedure.input(z.strictObject({ path })).output(writtenExportSchema),
  /** Reads what another program exported, and proposes to bring it in; nothing comes before a yes to that. */
  import: procedure
    .input(
      z.strictObject({
        path,
        /** Whether nobody but the person wrote the notes; what somebody else wrote counts as text from outside. */
        own: z.boolean().default(false),
      }),
    )
    .output(callOutcomeSchema),
  /** Ends the job that is at work; false where there is none. */
  stop: procedure.output(z.object({ stopped: z.boolean() })),
}
