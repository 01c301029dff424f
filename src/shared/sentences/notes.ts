import { counted, inQuotes, number, type Told, toldInWords } from './english'

/** What the tools for notes propose, and what is in their way. */
export const noteSentences = {
  'notes.extent': ({ lines }: { lines: number }) => counted(lines, 'line'),
  'notes.create': ({ title, lines }: { title: string; lines: number }) =>
    `Create the note ${inQuotes(title)} (${lines === 0 ? 'empty' : counted(lines, 'line')}).`,
  'notes.change': ({ title, fields }: { title: string; fields: readonly string[] }) =>
    `Change ${fields.join(', ')} of the note ${inQuotes(title)}.`,
  'notes.edit': ({
    title,
    count,
    added,
    removed,
  }: {
    title: string
    count: number
    added: number
    removed: number
  }) =>
    `Edit the note ${inQuotes(title)}: ${counted(count, 'replacement')}, +${number(added)} −${number(removed)} lines.`,
  'notes.append': ({ title, lines }: { title: string; lines: number }) =>
    `Append ${counted(lines, 'line')} to the note ${inQuotes(title)}.`,
  'notes.delete': ({ title, lines }: { title: string; lines: number }) =>
    `Delete the note ${inQuotes(title)} (${lines === 0 ? 'empty' : counted(lines, 'line')}).`,
  'notes.delete_many': ({ count, ...names }: Told & { count: number }) =>
    `Delete ${counted(count, 'note')}: ${toldInWords(names)}.`,
  'note.none': ({ id }: { id: string }) => `There is no note ${id}. It may have been deleted.`,
  'note.no_cursor': () => 'This is no cursor of an answer before. Leave it out to begin anew.',
  'note.no_longer_kept': () =>
    'What this note said before is no longer kept: its time or the room for it was over. Nothing was changed.',
  'note.only_proposed': () =>
    'This note is proposed and not there yet. It can be read once the proposal is approved.',
  'note.deletion_waits': ({ title }: { title: string }) =>
    `You proposed to delete the note ${inQuotes(title)}, and that waits for a decision. Nothing was proposed.`,
  'note.unchanged': ({ title }: { title: string }) =>
    `The note ${inQuotes(title)} is so already. Nothing was changed.`,
  'note.as_it_is': () =>
    'With this text the note stays as it is. Nothing was changed. If you want that, reject the proposal.',
  'note.too_long': ({ title, count, limit }: { title: string; count: number; limit: number }) =>
    `The note ${inQuotes(title)} would have ${number(count)} characters; at most ${number(limit)} are possible. Nothing was changed. Put part of it into another note.`,
  'note.name_a_change': () => 'Say what is to be changed: title, content or tags.',
  'note.changed_since': ({ title }: { title: string }) =>
    `The note ${inQuotes(title)} has changed since this was proposed. Nothing was changed. Read it again and propose anew.`,
  'note.gone_since': ({ title }: { title: string }) =>
    `The note ${inQuotes(title)} was deleted since this was proposed. Nothing was changed.`,
  'note.changed_stays': ({ title }: { title: string }) =>
    `The note ${inQuotes(title)} was changed since. It stays as it is.`,
  'note.not_there': ({ title }: { title: string }) =>
    `The note ${inQuotes(title)} is not there any more, so there is nothing to take back.`,
}
