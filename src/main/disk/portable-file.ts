import { z } from 'zod'
import { AppError } from '../../shared/errors'
import { parsedJson } from '../../shared/json/parsed-json'
import type { Sentence } from '../../shared/sentences/sentence'
import { shortened, startOf } from '../../shared/text/start-of'

/** A file by which a person hands on one thing that was made here: JSON that says what it is and of which version. */
export interface PortableForm<S extends z.ZodType> {
  readonly kind: string
  /** The version that is written, and the latest that is read. */
  readonly version: number
  /** Parses all of it, `kind` and `version` included. */
  readonly schema: S
  /** Why another file is refused. */
  readonly refusals: {
    readonly other: () => Sentence
    readonly newer: () => Sentence
    readonly damaged: (values: { place: string; why: string }) => Sentence
  }
}

/** Characters of a place in a file, or of what is wrong there, that a person is told: both may be of any length. */
const toldCharacters = 120
/** Characters of a file's name before its ending, which every system takes. */
const nameCharacters = 60

/** The file of one thing, and a name for it: its own, as far as every system takes that, before `.<what>.json`. */
export function writePortable(name: string, what: string, file: unknown): { name: string; text: string } {
  const plain = name
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  const stem = startOf(plain, nameCharacters).trim() || what
  return { name: `${stem}.${what}.json`, text: `${JSON.stringify(file, null, 2)}\n` }
}

/** Parses a file strictly; throws `invalid_input` or `newer_version` with one sentence. */
export function parsePortable<S extends z.ZodType>(
  text: string,
  { kind, version, schema, refusals }: PortableForm<S>,
): z.output<S> {
  // Editors of Windows put the mark of the byte order in front.
  const json = parsedJson(text.replace(/^\uFEFF/u, ''))
  const head = z.looseObject({ kind: z.literal(kind), version: z.number() }).safeParse(json)
  if (!head.success) throw new AppError('invalid_input', refusals.other(), { field: 'text' })
  if (head.data.version > version) throw new AppError('newer_version', refusals.newer())
  const file = schema.safeParse(json)
  if (file.success) return file.data
  const { path, message } = file.error.issues[0] ?? { path: [], message: '' }
  const place = shortened(path.join('.'), toldCharacters)
  const why = shortened(message, toldCharacters)
  throw new AppError('invalid_input', refusals.damaged({ place, why }), { field: 'text' })
}
