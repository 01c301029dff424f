import { counted, inQuotes, inSeries } from './english'

/** How many come, by their kinds. */
export interface ImportCounts {
  readonly conversations: number
  readonly notes: number
  readonly contacts: number
  readonly tasks: number
}

/** “2 conversations, 1 note and 3 tasks”. */
export function countsInWords({ conversations, notes, contacts, tasks }: ImportCounts): string {
  return inSeries(
    [
      ...(conversations > 0 ? [counted(conversations, 'conversation')] : []),
      ...(notes > 0 ? [counted(notes, 'note')] : []),
      ...(contacts > 0 ? [counted(contacts, 'contact')] : []),
      ...(tasks > 0 ? [counted(tasks, 'task')] : []),
    ],
    'and',
  )
}

interface LeftOut {
  readonly reason: string
  readonly count: number
  readonly names: readonly string[]
  readonly more: number
}

/** Which program wrote what is imported, as people call it. */
const programs: Readonly<Record<string, string>> = {
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  countersign: 'Countersign',
  notes: 'Markdown files',
}

function programsInWords(source: string): string {
  return inSeries(
    source.split(' ').map((each) => programs[each] ?? each),
    'and',
  )
}

const stays = (n: number) => (n === 1 ? 'stays' : 'stay')

const reasons: Readonly<Record<string, (count: number) => string>> = {
  damaged: (n) =>
    `${counted(n, 'part is', 'parts are')} left out: damaged, or not what a conversation is written as`,
  empty: (n) => `${counted(n, 'conversation is', 'conversations are')} left out: there is no text in it`,
  too_long: (n) => `${counted(n, 'thing is', 'things are')} left out: longer than Countersign holds`,
  too_many: (n) =>
    `${counted(n, 'thing does', 'things do')} not fit into one import: import the same again afterwards`,
  not_text: (n) => `${counted(n, 'file is', 'files are')} left out: not text`,
  unreadable: (n) =>
    `${counted(n, 'file is', 'files are')} left out: no longer there, or not to be read with your account`,
  unlisted: (n) =>
    `${counted(n, 'folder is', 'folders are')} left out with what is in ${n === 1 ? 'it' : 'them'}: no longer there, or not to be opened with your account`,
  ring: (n) => `In ${counted(n, 'conversation')} messages are left out that only follow each other in a ring`,
  branches: (n) =>
    `Of ${counted(n, 'conversation')} with very many branches only the one that was shown comes`,
  cut: (n) =>
    `${counted(n, 'file ends', 'files end')} in the middle: what is before that comes. Fetch the export again to have all of it`,
  attachments: (n) =>
    `${counted(n, 'attached file or picture', 'attached files and pictures')} ${stays(n)} out`,
  tools: (n) => `${counted(n, 'use', 'uses')} of tools ${stays(n)} out; what was said comes`,
  projects: (n) =>
    `${counted(n, 'file', 'files')} with projects and memories ${stays(n)} out: there is no place for them`,
  damaged_records: (n) =>
    `${counted(n, 'contact or task is', 'contacts and tasks are')} left out: damaged, or there twice`,
  tasks_in_ring: (n) =>
    `${counted(n, 'task is', 'tasks are')} left out: ${n === 1 ? 'it waits for itself' : 'they wait for each other'} in a ring`,
  tasks_too_deep: (n) =>
    `${counted(n, 'task is', 'tasks are')} left out: within more tasks than Countersign holds`,
  documents: () => 'The documents stay out: add the files of the folder “library” to your library',
  records: (n) =>
    `${counted(n, 'file', 'files')} with assistants, sequences and missions ${stays(n)} out. Import assistants and sequences on their screens; missions come back with a backup`,
  settings: () =>
    'Settings, keys and granted folders never come by an import: nothing that a file says may give rights',
  other_files: (n) => `${counted(n, 'file is', 'files are')} left out: not Markdown`,
  in_trash: (n) =>
    `${counted(n, 'thing is', 'things are')} in the trash here, from where you can restore ${n === 1 ? 'it' : 'them'}`,
  notes_beside: (n) =>
    `${counted(n, 'file in Markdown is', 'files in Markdown are')} left out, as conversations lie beside. Import ${n === 1 ? 'it' : 'them'} from a folder of ${n === 1 ? 'its' : 'their'} own to have ${n === 1 ? 'a note' : 'notes'}`,
}

/** What imports propose, and why they can't. */
export const importSentences = {
  /** `source` is one program, or several with a space between them. */
  'import.bring_in': ({ source, name, ...counts }: ImportCounts & { source: string; name: string }) =>
    `Import ${countsInWords(counts)} of ${programsInWords(source)} from ${inQuotes(name)}.`,
  /** `names` are the first of them; `more` how many follow. */
  'import.left_out': ({ reason, count, names, more }: LeftOut) =>
    `${reasons[reason]?.(count) ?? counted(count, 'thing is', 'things are')}${
      names.length === 0 ? '' : `: ${names.map(inQuotes).join(', ')}${more === 0 ? '' : ` and ${more} more`}`
    }.`,
  'import.here': ({ count, trash }: { count: number; trash: number }) =>
    `${counted(count, 'thing is', 'things are')} here already just so, and ${count === 1 ? 'is' : 'are'} left out${trash === 0 ? '' : `; ${trash} of them in the trash, from where you can restore ${trash === 1 ? 'it' : 'them'}`}.`,
  'import.beside': ({ count }: { count: number }) =>
    `${counted(count, 'thing is', 'things are')} here in another state, and ${count === 1 ? 'comes' : 'come'} beside it. Nothing is overwritten.`,
  'import.changed_here': ({ count }: { count: number }) =>
    `${counted(count, 'contact or task is', 'contacts and tasks are')} here and changed since the export, and ${count === 1 ? 'stays as it is' : 'stay as they are'}.`,
  'import.for_nobody': ({ count }: { count: number }) =>
    `${counted(count, 'task is', 'tasks are')} for an assistant that is not here, and ${count === 1 ? 'comes' : 'come'} for nobody in particular.`,
  'import.tasks_alone': () =>
    'The tasks come without their place among those that are here: else one would wait for itself, or be within too many.',
  'import.outside': () =>
    'Imported conversations count as text from outside: who goes on in one is asked before every change.',
  'import.too_many_files': ({ limit }: { limit: number }) =>
    `There are more than ${limit} files. Nothing was imported. Choose a smaller folder, or the file itself.`,
  'import.unknown': () =>
    'Nothing that Countersign knows how to import was found there: no conversations of ChatGPT or Claude, no Markdown files, no export of Countersign. Nothing was changed. Choose the ZIP archive or the folder that the other program gave you.',
  'import.none_readable': ({ name }: { name: string }) =>
    `${inQuotes(name)} is no longer there, or can’t be read with your account. Nothing was changed. Make it readable, and import it again.`,
  'import.all_too_long': () =>
    'All that was found there is too long to be imported. Nothing was changed. Divide it, and import the parts.',
  'import.nothing_usable': () =>
    'There are conversations, but none that can be read: the file is damaged, cut off, or of another program. Nothing was changed. Fetch the export again and choose the ZIP archive as it came.',
  'import.moved': ({ name }: { name: string }) =>
    `${inQuotes(name)} is no longer what was shown. Nothing was imported. Import it again.`,
  'import.meanwhile': ({ name }: { name: string }) =>
    `${inQuotes(name)} came meanwhile, by another import. Nothing was imported. Import the file again: what is here is left out then.`,
  'import.changed': ({ name }: { name: string }) =>
    `${inQuotes(name)} was changed since it was imported. It stays as it is.`,
  'import.not_kept': () =>
    'What was imported is no longer kept. Nothing was changed. Import it again from its file.',
  'import.no_longer_kept': ({ name }: { name: string }) =>
    `${inQuotes(name)} is no longer in the trash. Nothing was changed. Import it again from its file.`,
}
