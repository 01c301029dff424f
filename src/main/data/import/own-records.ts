import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type ContactData, contactFieldSchemas, contactLimits } from '../../../shared/contract/contacts'
import {
  type TaskData,
  taskCommentTextSchema,
  taskFieldSchemas,
  taskLimits,
} from '../../../shared/contract/tasks'
import { oneLine } from '../../../shared/text/one-line'
import type { ImportedRecord } from './imported'
import { momentOf, textOf } from './plain'

/** Names of what a record was written after, as records keep them. */
const keptSources = 50
/** Links of one contact: far more than anybody has. */
const linksOfOne = 5000

const id = z.string().min(1).max(100)
const reference = z.object({ id })
const moment = z.unknown().optional().transform(momentOf)
const sources = z
  .array(z.string())
  .transform((names) => names.map(oneLine).slice(0, keptSources))
  .default([])

const about = { id, added_at: moment, updated_at: moment, read_from_outside: sources }

/** By its id; exports of before it was written have the name alone. */
const contactReference = z.union([reference, z.string()])

const { organization: _organization, ...contactFields } = contactFieldSchemas
const contactFile = z.object({
  ...about,
  ...contactFields,
  organization: contactReference.nullable(),
  links: z
    .array(
      z.object({
        ...{ id: id.optional(), from: contactReference, to: contactReference },
        ...{ added_at: moment, read_from_outside: sources },
        relation: z.string().overwrite(oneLine).min(1).max(contactLimits.relation),
      }),
    )
    .max(linksOfOne),
})

const assistantName = z.string().max(300)

const { parent: _parent, needs: _needs, assistant: _assistant, ...taskFields } = taskFieldSchemas
const taskFile = z.object({
  ...about,
  ...taskFields,
  parent: reference.nullable(),
  needs: z.array(reference).max(taskLimits.needs),
  assistant: z.union([z.object({ id, name: assistantName }), assistantName]).nullable(),
  comments: z
    .array(
      z.object({ id: id.optional(), text: taskCommentTextSchema, at: moment, read_from_outside: sources }),
    )
    .max(taskLimits.comments),
})

/** The id of the only contact of a file that is called so; null where none is, or several are. */
export type IdOfName = (name: string) => string | null

/**
 * Reads a contact of our own export, with its links; null where it is damaged. `at` stands for a moment that says
 * nothing (milliseconds since 1970).
 */
export function readOwnContact(value: unknown, at: number, idOfName: IdOfName): ImportedRecord | null {
  const read = contactFile.safeParse(value)
  if (!read.success) return null
  const { id: key, added_at, updated_at, read_from_outside: outside, links, ...fields } = read.data
  const idOf = (named: z.infer<typeof contactReference>) =>
    typeof named === 'string' ? idOfName(named) : named.id
  const data = { ...fields, organization: fields.organization === null ? null : idOf(fields.organization) }
  return {
    ...{ kind: 'contact', key, title: data.name, data, outside },
    ...timesOf(added_at, updated_at, at),
    attached: links.flatMap(({ id, relation, ...link }) => {
      const [from, to] = [idOf(link.from), idOf(link.to)]
      if (from === null || to === null) return []
      // Both ends tell of a link: what stands for an id that is missing is the same at each.
      const known = { id: id ?? JSON.stringify([from, relation, to]), from, to, relation }
      return [{ ...known, outside: link.read_from_outside, createdAt: link.added_at ?? at }]
    }),
  }
}

/** The same for a task with its comments. */
export function readOwnTask(value: unknown, at: number): ImportedRecord | null {
  const read = taskFile.safeParse(value)
  if (!read.success) return null
  const { id: key, added_at, updated_at, read_from_outside: outside, comments, ...fields } = read.data
  const { parent, needs } = fields
  const assistant =
    typeof fields.assistant === 'string' ? { id: fields.assistant, name: fields.assistant } : fields.assistant
  const data = {
    ...fields,
    parent: parent?.id ?? null,
    needs: [...new Set(needs.map((need) => need.id))],
    assistant: assistant?.id ?? null,
  }
  return {
    ...{ kind: 'task', key, title: data.title, data, assistantName: assistant?.name ?? '', outside },
    ...timesOf(added_at, updated_at, at),
    attached: comments.map((comment, index) => ({
      ...{ id: comment.id ?? `${key} ${index}`, text: comment.text },
      ...{ outside: comment.read_from_outside, createdAt: comment.at ?? at },
    })),
  }
}

/** Parses JSON with all its texts as whole Unicode text; null where it is none. */
export function parsedRecord(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'), (_, value: unknown) =>
      typeof value === 'string' ? textOf(value) : value,
    )
  } catch {
    // A damaged record keeps none of the others away; it is counted.
    return null
  }
}

/** The hash of what a contact says, without its organization, which has another id elsewhere. */
export function contactMark(data: ContactData): string {
  const { kind, name, emails, phones, addresses, urls, role, birthday, tags, notes } = data
  const said = [kind, name, emails, phones, addresses, urls, role, birthday, tags, notes]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}

/** The same of a task, without other tasks and its assistant. */
export function taskMark({ title, notes, status, priority, due, tags }: TaskData): string {
  return createHash('sha256')
    .update(JSON.stringify([title, notes, status, priority, due, tags]))
    .digest('hex')
}

function timesOf(added: number | null, updated: number | null, at: number) {
  const updatedAt = updated ?? added ?? at
  return { createdAt: Math.min(added ?? updatedAt, updatedAt), updatedAt }
}
