import { count } from './language'

/** The English texts of watched folders. */
export const watchedEn = {
  title: 'Watched folders',
  intro:
    'What is new or changes in these folders comes into the library by itself. What is deleted there stays here.',
  none: 'No folder is watched yet. Watch one to keep a collection up to date.',
  add: 'Watch a folder…',
  dialogTitle: 'Watch a folder',
  dialogText:
    'Its files are added to the library, and each change becomes the document’s new version. Deleting a file deletes nothing here.',
  grantText: 'Tools may read this folder from then on. You can take that back under Folders in the settings.',
  folder: 'Folder',
  placeholder: '/home/me/Documents',
  collection: 'Collection',
  start: 'Watch',
  started: (path: string) => `${path} is watched.`,
  keepWatching: 'Keep watching…',
  droppedFolder: (name: string) => `“${name}” was added as it is now.`,
  inSettings: (path: string) => `Settings of the watched folder ${path}`,
  stop: 'Stop watching',
  stopOf: (path: string) => `Stop watching ${path}`,
  stopped: (path: string) => `${path} is not watched any more. Its documents stay.`,
  documents: (n: number) => count(n, 'document', 'documents'),
  gone: (n: number) => `${count(n, 'file is', 'files are')} gone`,
  lastSeen: 'Last seen',
  never: 'Not seen yet',
  polled: 'The system does not tell of changes here, so they are looked for every half minute.',
  unread: (n: number) => `${count(n, 'file', 'files')} can’t be read:`,
  states: {
    idle: 'Not running',
    looking: 'Looking',
    watching: 'Watched',
    unavailable: 'Unavailable',
  },
  sourceGone: 'Source gone',
  goneFrom: (folder: string) => `Gone from “${folder}”`,
  sourceGoneText: 'Its file is not in the watched folder any more. The document is kept.',
}
