import { z } from 'zod'
import { saidByTextSchema, saidOf, textOf, type Words } from '../sentences/sentence'
import type { WriteClass } from './classes'
import { diffHunkSchema } from './diff'
import { contentLookSchema } from './picture'

/** One thing that a change touches, named so that a person recognises it. */
export const targetSchema = z.object({
  kind: z.enum(['file', 'folder', 'document', 'collection', 'record', 'host']),
  /** What people read: a file name, a title. */
  label: z.string(),
  /** The canonical path or the id. */
  reference: z.string(),
  /** Bytes, where it has a size. */
  size: z.number().optional(),
  /** A short addition such as "folder with 12 files" or "84 pages". */
  detail: z.string().optional(),
  /** Where it goes, for what is moved or copied: the canonical path. */
  to: z.string().optional(),
  /** How many things it stands for at most, where that is not one: the pages of a site, the files in a folder. */
  things: z.number().optional(),
  /** What in it other programs act on by themselves, where it comes to be: a canonical path. */
  actedOn: z.string().optional(),
})
/** See {@link targetSchema}. */
export type Target = z.infer<typeof targetSchema>

/** How many things these targets stand for: a folder counts as what is in it. */
export function thingsIn(targets: readonly Pick<Target, 'things'>[]): number {
  return targets.reduce((sum, { things = 1 }) => sum + things, 0)
}

/** What changes in one target, as it is shown; made once by the plan and never computed again. */
export const changePreviewSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    label: z.string(),
    /** Whole text after the change for something new; absent when hunks tell it. */
    content: z.string().optional(),
    /** The last part, where `content` is the first and something between them is left out. */
    ending: z.string().optional(),
    /** Characters between `content` and `ending`. */
    leftOut: z.number().optional(),
    hunks: z.array(diffHunkSchema),
    added: z.number(),
    removed: z.number(),
    /** Set when `content` or `hunks` are not all there is. */
    truncated: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('binary'),
    label: z.string(),
    sizeBefore: z.number().optional(),
    sizeAfter: z.number().optional(),
    /** What is there now and what will be, as they were when it was planned. */
    before: contentLookSchema.optional(),
    after: contentLookSchema.optional(),
  }),
  z.object({
    kind: z.literal('fields'),
    label: z.string(),
    fields: z.array(
      z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
    ),
    /** The picture that gets another place. */
    look: contentLookSchema.optional(),
  }),
  z.object({
    kind: z.literal('removal'),
    label: z.string(),
    reference: z.string(),
    size: z.number().optional(),
    /** The picture that goes. */
    look: contentLookSchema.optional(),
  }),
])
/** See {@link changePreviewSchema}. */
export type ChangePreview = z.infer<typeof changePreviewSchema>

/**
 * How what is lost comes back: by undo, from the trash until the retention ends, only until room is made for what is kept
 * because it is more than that, or not at all.
 */
export const recoverySchema = z.enum(['undo', 'trash', 'briefly', 'none'])
/** See {@link recoverySchema}. */
export type Recovery = z.infer<typeof recoverySchema>

/** What a person sees of a plan before deciding; part of what the plan hash covers. */
export const previewSchema = z.object({
  /** One sentence: what will happen, with numbers and names. */
  summary: z.string(),
  targets: z.array(targetSchema),
  changes: z.array(changePreviewSchema),
  /** What exists now and will be gone. */
  lost: z.array(targetSchema),
  recovery: recoverySchema,
  warnings: z.array(z.string()),
  /** The collection, or the host and the collection, that all targets are in, where their references do not say it as paths do. */
  container: targetSchema.optional(),
  /** The hosts that it sends something to, as the tool declares them; absent where it sends nothing. */
  sends: z.array(z.string()).optional(),
  /** The folder whose content decides what it does: what a program that runs there reads can be changed between two runs. */
  runsIn: z.string().optional(),
  /** For what a yes holds, in a sentence, where it permits a reading and changes nothing. */
  holds: z.string().optional(),
  /** What the summary, the warnings, the details of targets and `holds` say, by their words. */
  said: saidByTextSchema.optional(),
})
/** See {@link previewSchema}. */
export type Preview = z.infer<typeof previewSchema>

/** Whether nothing, or nobody knows how soon nothing, brings back what is lost. */
export function isSoonLost({ recovery }: Pick<Preview, 'recovery'>): boolean {
  return recovery === 'none' || recovery === 'briefly'
}

/** A target of which the addition to its name may be a sentence. */
export type SpokenTarget = Omit<Target, 'detail'> & { readonly detail?: Words | undefined }

/** A preview of sentences, as it is stored and sent. */
export function spoken({
  summary,
  warnings,
  targets,
  lost,
  holds,
  said: before,
  ...preview
}: Omit<Preview, 'summary' | 'warnings' | 'targets' | 'lost' | 'holds'> & {
  readonly summary: Words
  readonly warnings: readonly Words[]
  readonly targets: readonly SpokenTarget[]
  readonly lost: readonly SpokenTarget[]
  readonly holds?: Words | undefined
}): Preview {
  const details = [...targets, ...lost].map(({ detail }) => detail).filter((detail) => detail !== undefined)
  const sentences = [summary, ...warnings, ...details, ...(holds === undefined ? [] : [holds])]
  const all = sentences.map(textOf)
  const kept = Object.entries(before ?? {}).filter(([text]) => all.includes(text))
  const said = { ...Object.fromEntries(kept), ...saidOf(sentences) }
  return {
    ...preview,
    summary: textOf(summary),
    warnings: warnings.map(textOf),
    targets: targets.map(toTarget),
    lost: lost.map(toTarget),
    ...(holds === undefined ? {} : { holds: textOf(holds) }),
    ...(Object.keys(said).length === 0 ? {} : { said }),
  }
}

function toTarget({ detail, ...target }: SpokenTarget): Target {
  return detail === undefined ? target : { ...target, detail: textOf(detail) }
}

/** A plan's wish to be confirmed more strictly than its tool's class, with the reasons that the card shows. */
export interface Raise {
  readonly class: WriteClass
  readonly reason: Words | readonly Words[]
}
