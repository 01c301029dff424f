import { z } from 'zod'
import { assertNever, errorShapeSchema } from '../errors'
import { saidSchema } from '../sentences/sentence'
import { accessSchema } from './access'
import { pictureSchema } from './picture'

/** Where a tool's answer comes from; decides whether a run counts as having read untrusted text. */
const originSchema = z.enum(['own', 'granted_folder', 'outside', 'library', 'web', 'mcp_server'])
/** See {@link originSchema}. */
export type Origin = z.infer<typeof originSchema>

/** Under what a change was applied without a decision on it; see `changeSchema`. */
const permitSchema = z.enum(['standing', 'gesture', 'grant', 'policy'])

/** Whether nobody has checked text from there: a run that was given any asks for every change from then on. */
export function isUntrusted(origin: Origin): origin is Exclude<Origin, 'own' | 'granted_folder'> {
  switch (origin) {
    case 'outside':
    case 'library':
    case 'web':
    case 'mcp_server':
      return true
    case 'own':
    case 'granted_folder':
      return false
    default:
      return assertNever(origin)
  }
}

/** What a person took back of a change after it was applied. */
const undoneSinceSchema = z.discriminatedUnion('extent', [
  /** `by` is the number of the change that did it. */
  z.object({ extent: z.literal('whole'), by: z.number() }),
  z.object({
    extent: z.literal('part'),
    /** Numbers of the changes that did it, oldest first. */
    by: z.array(z.number()).min(1),
    /** What was taken back, as models are told it. */
    things: z.array(z.string()),
    /** How many were taken back beside them. */
    more: z.number(),
  }),
])
/** See {@link undoneSinceSchema}. */
export type UndoneSince = z.infer<typeof undoneSinceSchema>

/** Under what something was read: granted folders that hold it, and the proposal by which a person allowed it. */
const readUnderSchema = z.object({
  folders: z.array(z.object({ path: z.string(), access: accessSchema })),
  allowed: z.object({ proposalId: z.string(), number: z.number() }).optional(),
})
/** See {@link readUnderSchema}. */
export type ReadUnder = z.infer<typeof readUnderSchema>

/** What every tool call ends in: text for the model, state for the view. */
export const toolResultSchema = z.object({
  success: z.boolean(),
  /** For the model; never empty. */
  content: z.string().min(1),
  /** Pictures that go with the content, for models that see; their bytes are in the blob store. */
  images: z.array(pictureSchema).optional(),
  /** The outcome for the view, in the tool's output shape; kept on failure when there is one. */
  state: z.unknown(),
  error: errorShapeSchema.optional(),
  origin: originSchema.optional(),
  permit: permitSchema.optional(),
  /** Of a reading of files. */
  readUnder: readUnderSchema.optional(),
  /** The entry of the ledger, where it was applied without a proposal. */
  changeId: z.string().optional(),
  /** What was undone of it since, once the content begins with that. */
  undone: undoneSinceSchema.optional(),
  /** For permit `grant`: the remembered approval, and what it covers in words. */
  grant: z.object({ id: z.string(), label: z.string(), said: saidSchema.optional() }).optional(),
})
/** See {@link toolResultSchema}. */
export type ToolResult = z.infer<typeof toolResultSchema>
