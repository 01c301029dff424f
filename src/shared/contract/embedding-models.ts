import { z } from 'zod'
import { saidSchema } from '../sentences/sentence'
import { procedure } from './base'

/** A model that makes vectors on this machine, and how much of it is here. */
export const localModelSchema = z.object({
  id: z.string(),
  name: z.string(),
  languages: z.enum(['english', 'many']),
  licence: z.string(),
  dimensions: z.number(),
  /** The page of the model; its files lie below it, in this revision. */
  address: z.string(),
  revision: z.string(),
  /** Hosts from which files are taken; a redirect leads to one of these and no other. */
  hosts: z.array(z.string()),
  /** What has to be downloaded, or lie in a folder. */
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
  /** Of all files together. */
  bytes: z.number(),
  /** Where the files are kept. */
  folder: z.string(),
  /** `partial` when something is there and nothing under way. */
  state: z.enum(['absent', 'downloading', 'copying', 'partial', 'ready']),
  /** Bytes that are here. */
  done: z.number(),
  /** The host that is delivering. */
  from: z.string().nullable(),
  /** Why the last attempt ended, in one sentence. */
  problem: z.string().nullable(),
  said: saidSchema.optional(),
})
/** See {@link localModelSchema}. */
export type LocalModel = z.infer<typeof localModelSchema>

const models = z.array(localModelSchema)
const named = z.strictObject({ id: z.string().max(200) })

/** The files of models that run on this machine; nothing is downloaded before a person says yes to what it is. */
export const embeddingModelsContract = {
  list: procedure.output(models),
  /** Begins a download, or goes on with one; what was shown comes along, and anything else is refused. */
  download: procedure
    .input(named.extend({ address: z.string().max(2000), bytes: z.number() }))
    .output(models),
  /** Stops a download; what came is kept. */
  stop: procedure.input(named).output(models),
  /** Copies the files from a folder; ends when they are here. */
  take: procedure.input(named.extend({ folder: z.string().trim().min(1).max(4096) })).output(models),
  /** Removes what is here of a model that is not in use. */
  remove: procedure.input(named).output(models),
}
