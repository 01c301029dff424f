import type { Document } from '../contract/document'
import { formatBytes } from '../format-bytes'
import { quoted } from '../text/quoted'
import { counted, inQuotes, inSeries } from './english'

/** What a document holds; `pages` is 0 where it has none, `status` is empty where it is complete. */
export interface Extent {
  readonly pages: number
  readonly passages: number
  readonly status: Document['status'] | ''
}

/** How a document stands, as people are told it beside what becomes of it. */
export const documentStanding: Readonly<Record<Document['status'], string>> = {
  pending: 'waiting',
  processing: 'being read',
  complete: 'ready',
  error: 'failed',
  cancelled: 'cancelled',
}

/** `84 pages, 310 passages`; of a document that was not read, how it stands. */
export function extentInWords({ pages, passages, status }: Extent): string {
  if (status !== '') return documentStanding[status]
  const text = counted(passages, 'passage')
  return pages === 0 ? text : `${counted(pages, 'page')}, ${text}`
}

/** What comes into a collection; `size` in bytes. */
interface Addition {
  readonly name: string
  readonly size: number
  readonly collection: string
}

/** What a watched folder brings: files that are new, and files that changed. */
interface Round {
  readonly added: number
  readonly changed: number
  readonly folder: string
  readonly collection: string
}

/** `3 new documents and 1 changed`. */
export function roundInWords({ added, changed }: Pick<Round, 'added' | 'changed'>): string {
  const news = counted(added, 'new document')
  if (changed === 0) return news
  return added === 0 ? counted(changed, 'changed document') : `${news} and ${changed} changed`
}

/** What comes of files: new documents, new versions of some, and some whose same content is read again. */
interface Arrival {
  readonly added: number
  readonly renewed: number
  /** Not there in what was said before it was counted apart. */
  readonly again?: number
}

/** `12 documents, the new versions of 3 and 1 to be read again`. */
export function arrivedInWords({ added, renewed, again: readAgain = 0 }: Arrival): string {
  const versions = renewed === 1 ? 'the new version of' : 'the new versions of'
  return inSeries(
    [
      ...(added > 0 ? [counted(added, 'document')] : []),
      ...(renewed > 0 ? [`${versions} ${added > 0 ? renewed : counted(renewed, 'document')}`] : []),
      ...(readAgain > 0 ? [`${readAgain} to be read again`] : []),
    ],
    'and',
  )
}

/** One document by its title, several by their number; `title` is empty for several. */
interface Which {
  readonly title: string
  readonly count: number
}

const which = ({ title, count }: Which) => (title === '' ? counted(count, 'document') : inQuotes(title))

const again = ({ recognize, ...what }: Which & { readonly recognize: boolean }) =>
  `Read and index ${which(what)} again${recognize ? ', with the text in pictures and scans' : ''}.`

/** What the library's tools propose. */
export const librarySentences = {
  'library.extent': extentInWords,
  'library.collection_extent': ({ documents, passages }: { documents: number; passages: number }) =>
    `${counted(documents, 'document')}, ${counted(passages, 'passage')}`,
  'library.files': ({ count }: { count: number }) => counted(count, 'file'),
  'library.take_in': ({ added, changed, folder, collection }: Round) =>
    `Take ${roundInWords({ added, changed })} from the watched folder ${quoted(folder)} into the collection ${inQuotes(collection)}.`,
  'library.first_files': ({ shown, count }: { shown: number; count: number }) =>
    `The first ${shown} of ${counted(count, 'file')} are named here.`,
  'library.create_collection': ({ name }: { name: string }) => `Create the collection ${inQuotes(name)}.`,
  'library.change_collection': ({ fields, name }: { fields: readonly string[]; name: string }) =>
    `Change ${fields.join(' and ')} of the collection ${inQuotes(name)}.`,
  'library.delete_collection': ({
    name,
    documents,
    passages,
    size,
  }: {
    name: string
    documents: number
    passages: number
    size: number
  }) =>
    `Delete the collection ${inQuotes(name)} with ${counted(documents, 'document')}, ${counted(passages, 'passage')}, ${formatBytes(size)}. The files that the documents were made from stay.`,
  'library.add': ({ name, size, collection }: Addition) =>
    `Add ${inQuotes(name)} (${formatBytes(size)}) to the collection ${inQuotes(collection)}.`,
  'library.add_archive': ({ name, count, size, collection }: Addition & { count: number }) =>
    `Add ${counted(count, 'document')} (${formatBytes(size)}) from the archive ${inQuotes(name)} to the collection ${inQuotes(collection)}.`,
  /** `name` is empty for files that a person named themselves. */
  'library.add_files': ({ name, count, size, collection }: Addition & { count: number }) =>
    `Add ${counted(count, 'document')} (${formatBytes(size)})${name === '' ? '' : ` from the folder ${inQuotes(name)}`} to the collection ${inQuotes(collection)}.`,
  'library.renew': ({ title, name, size, collection }: Addition & { title: string }) =>
    `Add ${inQuotes(name)} (${formatBytes(size)}) as the new version of ${inQuotes(title)} in the collection ${inQuotes(collection)}.`,
  'library.renew_keeps': ({ title }: { title: string }) =>
    `The title, tags and metadata that ${inQuotes(title)} has stay as they are.`,
  /** `added` may be 0; `name` is empty for files that a person named themselves. */
  'library.add_and_renew': ({
    name,
    archive,
    size,
    collection,
    ...arrival
  }: Addition & Arrival & { archive: boolean }) =>
    `Add ${arrivedInWords(arrival)} (${formatBytes(size)})${name === '' ? '' : ` from the ${archive ? 'archive' : 'folder'} ${inQuotes(name)}`} to the collection ${inQuotes(collection)}.`,
  'library.left_out': ({ path, reason }: { path: string; reason: string }) =>
    `Left out: ${inQuotes(path)}. ${reason}`,
  'library.left_out_more': ({ count }: { count: number }) => `Left out: ${counted(count, 'more file')}.`,
  'library.delete': ({ title, collection, ...extent }: Extent & { title: string; collection: string }) =>
    `Delete ${inQuotes(title)} (${extentInWords(extent)}) from the collection ${inQuotes(collection)}. The file that it was made from stays.`,
  'library.delete_many': ({
    pages,
    passages,
    size,
    ...what
  }: Which & { pages: number; passages: number; size: number }) =>
    `Delete ${which(what)} (${pages > 0 ? `${counted(pages, 'page')}, ` : ''}${counted(passages, 'passage')}, ${formatBytes(size)}) from the library. ${what.title === '' ? 'The files that they were made from stay.' : 'The file that it was made from stays.'}`,
  'library.change': ({ fields, title }: { fields: readonly string[]; title: string }) =>
    `Change ${fields.join(', ')} of ${inQuotes(title)}.`,
  /** `collection` is empty where they stay in theirs. */
  'library.change_many': ({
    add,
    remove,
    collection,
    ...what
  }: Which & { add: readonly string[]; remove: readonly string[]; collection: string }) => {
    const does = [
      add.length > 0 ? `add ${add.map(inQuotes).join(', ')}` : '',
      remove.length > 0 ? `remove ${remove.map(inQuotes).join(', ')}` : '',
      collection === '' ? '' : `move to the collection ${inQuotes(collection)}`,
    ].filter((each) => each !== '')
    return does.length === 0 ? `Change ${which(what)}.` : `Change ${which(what)}: ${does.join(', ')}.`
  },
  'library.read_again': ({ title, recognize }: { title: string; recognize: boolean }) =>
    `${again({ title, count: 1, recognize })} Until it is done, searches don’t find it.`,
  'library.read_many_again': ({ recognize, ...what }: Which & { recognize: boolean }) =>
    `${again({ ...what, recognize })} Until that is done, searches don’t find ${what.title === '' ? 'them' : 'it'}.`,
}
