import { z } from 'zod'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { Words } from '../../shared/sentences/sentence'
import { type SequenceDefinition, sequenceDefinitionSchema } from '../../shared/sequences/definition'

/** The version of the file's form that is written and read. */
const fileVersion = 1
const fileKind = 'countersign-sequence'
/** Characters of what a sentence repeats of a file. */
const longestShown = 80

const fileSchema = z.strictObject({
  kind: z.literal(fileKind),
  version: z.literal(fileVersion),
  sequence: sequenceDefinitionSchema,
})

/** The file of a sequence, and a name for it. */
export function writeSequenceFile(definition: SequenceDefinition): { name: string; text: string } {
  const file: z.input<typeof fileSchema> = { kind: fileKind, version: fileVersion, sequence: definition }
  return { name: `${fileName(definition.name)}.sequence.json`, text: `${JSON.stringify(file, null, 2)}\n` }
}

/** Parses a file strictly; throws `invalid_input` with one sentence. */
export function parseSequenceFile(text: string): SequenceDefinition {
  const json = parseJson(text)
  const kind = z.looseObject({ kind: z.literal(fileKind), version: z.number() }).safeParse(json)
  if (!kind.success) throw refused(say('sequence.no_file'))
  if (kind.data.version > fileVersion) throw new AppError('newer_version', say('sequence.newer_file'))
  const file = fileSchema.safeParse(json)
  if (file.success) return file.data.sequence
  const { path, message } = file.error.issues[0] ?? { path: [], message: '' }
  // Names in a file may be of any length, and stand in what is said of them.
  throw refused(say('sequence.damaged_file', { place: shortened(path.join('.')), why: shortened(message) }))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('invalid_input', say('sequence.no_file'), { cause })
  }
}

function refused(words: Words): AppError {
  return new AppError('invalid_input', words)
}

function shortened(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown).toWellFormed()}…` : text
}

/** Letters, digits and blanks alone: what every system takes as a name. */
function fileName(name: string): string {
  const plain = name
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return plain.slice(0, 60).trim() || 'sequence'
}
