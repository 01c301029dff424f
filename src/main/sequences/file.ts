import { z } from 'zod'
import { say } from '../../shared/sentences/say'
import { type SequenceDefinition, sequenceDefinitionSchema } from '../../shared/sequences/definition'
import { type PortableForm, parsePortable, writePortable } from '../disk/portable-file'

const fileVersion = 1
const fileKind = 'countersign-sequence'

const fileSchema = z.strictObject({
  kind: z.literal(fileKind),
  version: z.literal(fileVersion),
  sequence: sequenceDefinitionSchema,
})

const form: PortableForm<typeof fileSchema> = {
  kind: fileKind,
  version: fileVersion,
  schema: fileSchema,
  refusals: {
    other: () => say('sequence.no_file'),
    newer: () => say('sequence.newer_file'),
    damaged: (values) => say('sequence.damaged_file', values),
  },
}

/** The file of a sequence, and a name for it. */
export function writeSequenceFile(sequence: SequenceDefinition): { name: string; text: string } {
  const file: z.input<typeof fileSchema> = { kind: fileKind, version: fileVersion, sequence }
  return writePortable(sequence.name, 'sequence', file)
}

/** What a file says of a sequence; see {@link parsePortable} for what it throws. */
export function parseSequenceFile(text: string): SequenceDefinition {
  return parsePortable(text, form).sequence
}
