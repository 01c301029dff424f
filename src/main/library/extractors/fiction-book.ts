import { titleLine } from './normalize'
import { leavingOut, readXml } from './package/xml'
import type { Block } from './structure/block'
import { writeBlocks } from './structure/write-blocks'
import type { ExtractedDocument } from './types'

/** Elements with words of their own: a paragraph, a line of verse, who said it, a cell of a table. */
const WORDS = new Set(['p', 'v', 'text-author', 'td', 'th', 'subtitle', 'book-title', 'lang'])
/** What an author is called by, in the order of the schema. */
const NAMES = new Set(['first-name', 'middle-name', 'last-name', 'nickname'])
/**
 * Pictures; what the book is called in the language that it was translated from; what made the file, who printed the book:
 * nothing that anyone looks for in it.
 */
const PASSED_OVER = new Set(['binary', 'src-title-info', 'document-info', 'publish-info', 'custom-info'])
/** Elements that are set apart from the text around them. */
const QUOTES = new Set(['epigraph', 'cite'])

/**
 * Reads an e-book of FictionBook 2 (gribuser.ru/xml/fictionbook/2.0): who wrote it and what it is about, sections under
 * their titles, verses, quotations, tables; the notes of its last body with their numbers. Pictures are left out. Throws `corrupt`.
 */
export function extractFictionBook(bytes: Uint8Array): ExtractedDocument {
  const reader = createReader()
  readXml(bytes, leavingOut(PASSED_OVER, reader))
  const { authors } = reader
  const head: Block[] =
    authors.length === 0 ? [] : [{ kind: 'paragraph', text: `Author: ${authors.join(', ')}` }]
  const { text, headings } = writeBlocks([...head, ...reader.blocks])
  return {
    title: titleLine(reader.named['book-title']) ?? headings[0]?.title ?? null,
    mime: 'application/x-fictionbook+xml',
    text,
    pages: [],
    headings,
    ...(reader.named.lang === undefined ? {} : { language: reader.named.lang }),
    warnings: [],
  }
}

function createReader() {
  const blocks: Block[] = []
  /** What is open around the words: the document, and in it quotations. */
  const around: Block[][] = [blocks]
  const named: { 'book-title'?: string; lang?: string } = {}
  const authors: string[] = []
  let isDescription = false
  let isAnnotation = false
  let author: string[] | null = null
  let isNotes = false
  let sections = 0
  let poems = 0
  let title: string[] | null = null
  let note = ''
  let verse: string[] | null = null
  let rows: string[][] | null = null
  let words: string | null = null

  const add = (block: Block) => around.at(-1)?.push(block)

  const endWords = (name: string, text: string) => {
    if (text === '') return
    if (isDescription && !isAnnotation) {
      if (NAMES.has(name)) author?.push(text)
      else if (name === 'book-title' || name === 'lang') named[name] ??= text
    } else if (title !== null) title.push(text)
    else if (name === 'td' || name === 'th') rows?.at(-1)?.push(text)
    else if (name === 'v' && verse !== null) verse.push(text)
    else if (name === 'subtitle') add({ kind: 'heading', level: Math.max(1, sections) + 1, text })
    else {
      add({ kind: 'paragraph', text: note === '' ? text : `${note} ${text}` })
      note = ''
    }
  }

  return {
    blocks,
    named,
    authors,
    open(name: string, attributes: Readonly<Record<string, string>>) {
      if (name === 'title-info') isDescription = true
      else if (name === 'annotation') isAnnotation = true
      else if (name === 'author') author = []
      else if (name === 'body') isNotes = attributes.name !== undefined
      else if (name === 'section') sections++
      else if (name === 'poem') poems++
      else if (name === 'title') title = []
      else if (name === 'stanza') verse = []
      else if (name === 'table') rows = []
      else if (name === 'tr') rows?.push([])
      else if (QUOTES.has(name)) around.push([])
      else if (WORDS.has(name) || (author !== null && NAMES.has(name))) words = ''
    },
    text(text: string) {
      if (words !== null) words += text
    },
    close(name: string) {
      if (name === 'title-info') isDescription = false
      else if (name === 'annotation') isAnnotation = false
      else if (name === 'author') {
        if (isDescription && author !== null && author.length > 0) authors.push(author.join(' '))
        author = null
      } else if (name === 'section') sections--
      else if (name === 'poem') poems--
      else if (name === 'title') {
        const text = (title ?? []).join(' ')
        title = null
        // A number is no heading of its note.
        if (isNotes && sections > 0) note = text
        else if (text !== '' && poems > 0) add({ kind: 'paragraph', text })
        else if (text !== '') add({ kind: 'heading', level: Math.max(1, sections), text })
      } else if (name === 'stanza') {
        if (verse !== null && verse.length > 0) add({ kind: 'paragraph', text: verse.join('\n') })
        verse = null
      } else if (name === 'table') {
        if (rows !== null && rows.length > 0) add({ kind: 'table', rows })
        rows = null
      } else if (QUOTES.has(name)) {
        const quoted = around.length > 1 ? around.pop() : undefined
        if (quoted !== undefined && quoted.length > 0) add({ kind: 'quote', blocks: quoted })
      } else if (words !== null && (WORDS.has(name) || NAMES.has(name))) {
        const text = asSpoken(words.replace(/\s+/gu, ' ').trim())
        words = null
        endWords(name, text)
      }
    },
  }
}

/** What somebody says begins with a dash, which with a plain space behind it would be an item of a list in Markdown. */
function asSpoken(text: string): string {
  return text.replace(/^- /, '-\u00a0')
}
