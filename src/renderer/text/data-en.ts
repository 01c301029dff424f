import { count } from './language'

/** The English texts of backup, restore, export and import. */
export const dataEn = {
  title: 'Backup and export',
  intro:
    'Your data are yours: keep a copy elsewhere, bring one back, take everything to other programs, or bring in what they have.',
  backUp: 'Back up',
  backUpText:
    'Everything that can’t be made again, in one file: conversations, documents, notes, tasks, contacts, changes and their undo, assistants, sequences, missions, settings. Without keys, passwords and downloaded models.',
  backUpButton: 'Back up…',
  lastBackup: (when: string, path: string, size: string) => `Last backup: ${when}, ${size}, ${path}`,
  restore: 'Restore',
  restoreText: 'Puts a backup in the place of all present data, which are kept in a folder beside.',
  restoreButton: 'Restore…',
  export: 'Export',
  exportText:
    'Conversations as Markdown and JSON, the originals of your documents, your notes, tasks, contacts, changes, assistants, sequences and missions, in a folder that other programs read.',
  exportButton: 'Export…',
  import: 'Import',
  importText:
    'Conversations of ChatGPT and Claude from the data that they export, notes of Obsidian, Notion, Joplin or Bear, or what another Countersign exported. You see what would come before anything does.',
  importButton: 'Import…',
  importNothing: 'There is nothing new in it: all of it is here already, or can’t be imported.',
  importOwn: 'I wrote the notes, contacts and tasks in it myself',
  importOwnHint:
    'Then assistants trust them as your own words. Otherwise they count as text from outside: whoever reads them asks before each change.',
  chooseFile: 'Choose a file…',
  forms: {
    import: {
      title: 'Import',
      text: 'A ZIP archive as you got it, the folder that was in it, a folder of Markdown files, or a single file. First you see what is in it.',
      label: 'File or folder',
      placeholder: '/home/me/Downloads/chatgpt-export.zip',
      confirm: 'Look at it',
    },
    backup: {
      title: 'Back up',
      text: 'While it is written you can go on working. Anyone who has the file can read it: keep it in a safe place.',
      label: 'File',
      placeholder: '/media/stick/countersign-backup.zip',
      confirm: 'Back up',
    },
    restore: {
      title: 'Restore a backup',
      text: 'First the backup is looked at. Nothing changes yet.',
      label: 'Backup file',
      placeholder: '/media/stick/countersign-backup.zip',
      confirm: 'Look at it',
    },
    export: {
      title: 'Export everything',
      text: 'Into a new or empty folder, whose parent is there.',
      label: 'Folder',
      placeholder: '/home/me/countersign-export',
      confirm: 'Export',
    },
  },
  writePlace: (path: string) => `Written to ${path}`,
  readPlace: (path: string) => `Read from ${path}`,
  replace: 'Replace the file that is there',
  /** Its path stands below it. */
  backedUp: (size: string) => `Backed up, ${size}`,
  missing: (n: number) =>
    `${count(n, 'stored file does', 'stored files do')} not come back from it: gone meanwhile, not readable, or damaged already.`,
  /** As {@link dataEn.backedUp}. */
  exported: (files: number) => `Exported ${count(files, 'file', 'files')}`,
  withoutOriginal: (n: number) =>
    `${count(n, 'document is', 'documents are')} there without the original: not in the library yet, gone, or not readable.`,
  question: 'Restore this backup?',
  questionText: (made: { when: string; application: string; size: string }) =>
    `Of ${made.when}, by Countersign ${made.application}, ${made.size}.`,
  /** What is not there was not counted when the backup was made. */
  questionHolds: (holds: {
    conversations: number
    documents: number
    notes?: number | undefined
    contacts?: number | undefined
    tasks?: number | undefined
    changes: number
  }) => {
    const { notes, contacts, tasks } = holds
    const counts = [
      count(holds.conversations, 'conversation', 'conversations'),
      count(holds.documents, 'document', 'documents'),
      ...(notes === undefined ? [] : [count(notes, 'note', 'notes')]),
      ...(contacts === undefined ? [] : [count(contacts, 'contact', 'contacts')]),
      ...(tasks === undefined ? [] : [count(tasks, 'task', 'tasks')]),
    ]
    const inAll = `It holds ${counts.join(', ')} and ${count(holds.changes, 'change', 'changes')}.`
    if (notes !== undefined) return inAll
    return `${inAll} Notes, contacts and tasks are in it too; the early Countersign that made it did not count them.`
  },
  questionKept: [
    'It is checked and unpacked now, and takes the place of all present data at the next start. Until then you can give it up. The present data stay in a folder beside.',
    'Approvals that it remembers end, and questions that wait in it are not asked again.',
    'Granted folders, rules and the address of the model server come from it: restore only a backup that you trust.',
  ],
  auditBroken: 'The record of changes was broken already when this backup was made.',
  prepare: 'Restore at the next start',
  pending: 'A restore waits for the next start',
  pendingText: (when: string) =>
    `The backup of ${when} was checked and is ready. What you do until then will not be in it.`,
  pendingKept: (path: string) => `What is here now will be in ${path}.`,
  pendingTodo: 'Close Countersign and start it again.',
  /** A page that is closed does not end what serves it. */
  pendingTodoInBrowser:
    'End Countersign in the terminal where it was started, by Ctrl+C, and start it again. To close this page is not enough.',
  /** In every window, while it waits. */
  pendingElsewhere: 'A restore waits for the next start. What you do until then will not be in it.',
  pendingOpen: 'Settings',
  giveUp: 'Give up the restore',
  givenUp: 'The restore was given up.',
  givenUpKept: 'Nothing was changed.',
  restored: (when: string, made: string) => `Restored ${when} from the backup of ${made}.`,
  /** Where whoever starts Countersign looks first; closed once it is read. */
  restoredNow: (made: string) => `Restored from the backup of ${made}`,
  restoredInstead: 'You see everything as it was then.',
  former: (path: string) => `What was there before is in ${path}. Remove it when you no longer need it.`,
  jobs: { backup: 'Backing up', restore: 'Preparing the restore', export: 'Exporting', import: 'Importing' },
  stages: {
    waiting: 'Waiting until no change is under way',
    database: 'Copying the database',
    files: 'Files',
    checking: 'Checking',
    writing: 'Writing',
  },
  stop: 'Stop',
}
