import { counted, inQuotes } from './english'

interface OfStep {
  readonly number: number
  readonly title: string
}

const step = ({ number, title }: OfStep) => `Step ${number} (${inQuotes(title)})`

/** Where a value comes from, by the kind of its binding. */
interface Source {
  readonly source: string
  readonly name: string
}

function named({ source, name }: Source): string {
  return source === 'input' ? `the initial input ${inQuotes(name)}` : inQuotes(name)
}

/** What is refused of sequences, and why their steps fail. */
export const sequenceSentences = {
  'sequence.none': () => 'There is no such sequence.',
  'sequence.changed': () =>
    'This sequence was changed in the meantime. Nothing was saved. Open it anew to see what it is now.',
  'sequence.in_trash': ({ name }: { name: string }) => `${inQuotes(name)} is in the trash. Restore it first.`,
  'sequence.too_large': ({ limit }: { limit: number }) =>
    `This sequence is too long: at most ${counted(limit, 'character')} are possible with everything in it. Nothing was saved. Divide it into two.`,
  'sequence.has_problems': ({ name, count }: { name: string; count: number }) =>
    `${inQuotes(name)} can’t be run yet: ${counted(count, 'thing')} in it must be put right first. Nothing was done.`,
  'sequence.input_missing': ({ name }: { name: string }) => `${inQuotes(name)} is needed. Nothing was done.`,
  'sequence.input_wrong': ({ name }: { name: string }) =>
    `What was given for ${inQuotes(name)} does not fit. Nothing was done.`,
  'sequence.input_unknown': ({ name }: { name: string }) =>
    `This sequence has no initial input ${inQuotes(name)}. Nothing was done.`,
  'sequence.value_missing': ({ field, ...of }: OfStep & Source & { field: string }) =>
    `${step(of)} was not carried out: for ${inQuotes(field)} there is nothing in ${named(of)}.`,
  'sequence.no_text': ({ field, ...of }: OfStep & Source & { field: string }) =>
    `${step(of)} was not carried out: what ${named(of)} gives for ${inQuotes(field)} can’t stand in a text.`,
  'sequence.too_many': ({ field, limit, ...of }: OfStep & Source & { field: string; limit: number }) =>
    `${step(of)} was not carried out: ${named(of)} gives more than ${counted(limit, 'value')} for ${inQuotes(field)}.`,
  'sequence.text_too_long': ({ field, limit, ...of }: OfStep & { field: string; limit: number }) =>
    `${step(of)} was not carried out: the text for ${inQuotes(field)} would be longer than ${counted(limit, 'character')}.`,
  'sequence.step_failed': ({ why, ...of }: OfStep & { why: string }) =>
    `The sequence ended at step ${of.number} (${inQuotes(of.title)}): ${why}`,
  'sequence.no_file': () => 'This is not the file of a sequence.',
  'sequence.newer_file': () =>
    'This sequence was exported by a newer version of Countersign. Update Countersign, then import it again.',
  'sequence.damaged_file': ({ place, why }: { place: string; why: string }) =>
    `The file of the sequence is damaged${place === '' ? '' : ` at ${place}`}: ${why}. Nothing was imported.`,
}
