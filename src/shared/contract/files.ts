import { z } from 'zod'
import { accessSchema } from '../tool/access'
import { procedure } from './base'

/** A folder that tools may touch. */
export const grantSchema = z.object({
  id: z.string(),
  /** Canonical absolute path. */
  path: z.string(),
  access: accessSchema,
  /** How it came: a dialog, a flag of the start, the command line. */
  source: z.enum(['dialog', 'flag', 'command_line']),
  createdAt: z.number(),
  /** False when the folder is not there now. */
  available: z.boolean(),
})
/** See {@link grantSchema}. */
export type Grant = z.infer<typeof grantSchema>

/** A file of a granted folder, by its name. */
export const namedFileSchema = z.object({
  /** Canonical absolute path. */
  path: z.string(),
  name: z.string(),
})
/** See {@link namedFileSchema}. */
export type NamedFile = z.infer<typeof namedFileSchema>

/** Folder grants; only a person or the command line can make one, never a tool. */
export const filesContract = {
  grants: procedure.output(z.array(grantSchema)),
  grant: procedure
    .input(z.strictObject({ path: z.string().min(1), access: accessSchema.default('read_write') }))
    .output(grantSchema),
  /** Files of granted folders whose names, or paths where folders are named too, have these words in their order. */
  named: procedure
    .input(z.strictObject({ words: z.string().min(1).max(400), limit: z.number().int().min(1).max(100) }))
    .output(z.object({ files: z.array(namedFileSchema) })),
  revoke: procedure.input(z.strictObject({ id: z.string() })).output(z.object({ id: z.string() })),
  /** Opens the host's own folder dialog; null when it was cancelled. Fails with `unsupported` without one. */
  chooseFolder: procedure.output(z.object({ path: z.string() }).nullable()),
  /** Opens the host's own dialog for where a file is to be written; it has asked about a file that is there. */
  chooseTarget: procedure
    .input(z.strictObject({ name: z.string().min(1).max(200) }))
    .output(z.object({ path: z.string() }).nullable()),
  /** Opens the host's own dialog for files to add to the library. */
  chooseFiles: procedure.output(z.object({ paths: z.array(z.string()) })),
}
