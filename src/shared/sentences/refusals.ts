import { counted, inQuotes } from './english'

interface Titled {
  readonly title: string
}
interface Name {
  readonly name: string
}

/** What changed of a document, or that it is gone. */
type MovedOfDocument = 'document' | 'place' | 'content' | 'title' | 'collection' | 'notes'

/** What is refused of the library's documents and collections. */
export const refusalSentences = {
  'collection.none': ({ id }: { id: string }) => `There is no collection ${id} in the library.`,
  'collection.name_taken': ({ name }: Name) => `There is a collection named ${inQuotes(name)} already.`,
  'collection.name_taken_now': ({ name }: Name) =>
    `Another collection is named ${inQuotes(name)} now. Nothing was done.`,
  'collection.gone': ({ name }: Name) =>
    `The collection ${inQuotes(name)} is no longer there. Nothing was done.`,
  'collection.name_taken_back': () => 'Another collection has its name now. Nothing was done.',
  'collection.filled': ({ name, count }: Name & { count: number }) =>
    `${inQuotes(name)} has ${counted(count, 'document')} now that came since. Nothing was done.`,
  'collection.changed_again': ({ name }: Name) =>
    `The collection ${inQuotes(name)} was changed again since; that stays. Nothing was done.`,
  'collection.unchanged': () => 'The collection is so already; nothing would change.',
  'collection.changed': () =>
    'The collection was changed since this was shown. Nothing was done; propose it again.',
  'collection.default': ({ name }: Name) =>
    `${inQuotes(name)} is where documents go by default, so it stays. Delete its documents instead.`,
  'collection.content_changed': ({ name }: Name) =>
    `${inQuotes(name)}, or what is in it, changed since this was shown. Nothing was deleted; propose it again.`,
  'document.no_collection_back': ({ title }: Titled) =>
    `The collection that ${inQuotes(title)} was in is no longer there. Nothing was done.`,
  'document.added_again': ({ title }: Titled) =>
    `The content of ${inQuotes(title)} was added again since. Nothing was done.`,
  'document.changed': ({ title }: Titled) => `${inQuotes(title)} was changed since. Nothing was done.`,
  'document.not_in_library': ({ title }: Titled) =>
    `${inQuotes(title)} is no longer in the library. Nothing was done.`,
  'document.gone_for_good': ({ title }: Titled) =>
    `${inQuotes(title)} was deleted, and the time or the room for which it was kept is over: it can’t come back. Nothing was done.`,
  'document.was_in_gone': ({ title }: Titled) =>
    `${inQuotes(title)} was in a collection that is no longer there. Nothing was done.`,
  'document.changed_stays': ({ title }: Titled) =>
    `${inQuotes(title)} was changed again since; that stays. Nothing was done.`,
  'document.not_deleted': ({ title, moved }: Titled & { moved: MovedOfDocument }) => {
    const it = inQuotes(title)
    const what = {
      document: `${it} is no longer in the library.`,
      place: `The collection that ${it} was in is no longer in the library.`,
      content: `The content of ${it} changed since this was shown.`,
      title: `The title of ${it} changed since this was shown.`,
      collection: `${it} was moved to another collection since this was shown.`,
      notes: `What is noted of ${it}, such as its tags, changed since this was shown.`,
    }[moved]
    return `${what} Nothing was deleted${moved === 'document' ? '.' : '; propose it again.'}`
  },
  'document.not_done': ({ title }: Titled) =>
    `${inQuotes(title)} changed since this was shown. Nothing was done; propose it again.`,
  'document.was_changed': ({ title }: Titled) =>
    `${inQuotes(title)} was changed since this was shown. Nothing was done; propose it again.`,
  'document.this_changed': () =>
    'The document changed since this was shown. Nothing was done; propose it again.',
  'document.this_was_changed': () =>
    'The document was changed since this was shown. Nothing was done; propose it again.',
  'document.unchanged': () => 'The document is so already; nothing would change.',
  'document.at_work': ({ title }: Titled) =>
    `${inQuotes(title)} is being read already; wait until it is done.`,
  'document.add_again': () =>
    'The document that had this content is no longer there. Propose it again to add the file.',
  'document.file_gone': ({ path }: { path: string }) => `${path} is no longer there. Nothing was added.`,
  'document.file_changed': ({ path }: { path: string }) =>
    `${path} changed since it was shown. Nothing was added; propose it again.`,
  'document.file_otherwise': ({ path }: { path: string }) =>
    `What the library has of ${path} changed since this was shown. Nothing was added. Propose it again.`,
  'document.file_elsewhere': ({ path }: { path: string }) =>
    `${path} leads somewhere else now. Nothing was added; propose it again.`,
  'document.say_tags': () => 'Say which tags to add or to remove, or where to move them.',
  'document.tag_both': ({ tag }: { tag: string }) =>
    `The tag ${inQuotes(tag)} is to be added and removed at once.`,
  'document.too_many_tags': ({ title, count, limit }: Titled & { count: number; limit: number }) =>
    `${inQuotes(title)} would have ${count} tags; a document has ${limit} at most. Nothing was changed.`,
}
