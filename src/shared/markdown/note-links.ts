import { noteLimits } from '../contract/notes'
import { foldedName, oneLine } from '../text/one-line'
import { frontMatterOf } from './front-matter'

/** A link to another note as it stands in a text. */
export interface NoteLinkMark {
  /** All of it, as it is written. */
  readonly text: string
  /** What it leads to, as it is written: a title may have a sign that sets a heading apart in other links. */
  readonly target: string
  /** What the note is called, perhaps behind folders: without a heading in it, and without the ending of its file. */
  readonly title: string
  /** The words that were written to be shown; null where there are none. */
  readonly words: string | null
  /** What is shown in its place. */
  readonly shown: string
}

/** `[[Title]]`, `[[Title|shown]]`, `[[Title#Heading]]`, or one of these behind an exclamation mark. */
const mark = /!?\[\[([^[\]|\n]+)(?:\|([^[\]\n]+))?\]\]/gu

/** What is called by an ending is a file and no note; a note's own file is called so in programs that keep them as files. */
const ending = /\.(?!md$)[\p{L}\d]{1,5}$/iu
const ownEnding = /\.md$/iu

/** A text in its order: what is no link, and links to other notes, as programs for notes write them. */
export function findNoteLinks(text: string): (string | NoteLinkMark)[] {
  return partsOf(text, ([whole, target = '', shown]) => linkOf(whole, target, shown))
}

/** The same of Markdown as it is written, where a backslash makes a bracket a sign like others. */
function findWrittenLinks(markdown: string): (string | NoteLinkMark)[] {
  return partsOf(markdown, ({ 0: whole, 1: target = '', 2: shown, index }) => {
    const isOpened = whole.startsWith('!') || !isEscaped(markdown, index)
    const isClosed = !isEscaped(whole, whole.length - 2)
    // Before an address it is a link of Markdown with brackets in its words.
    const isOther = markdown.charAt(index + whole.length) === '('
    return isOpened && isClosed && !isOther ? linkOf(whole, target, shown) : null
  })
}

/** The links of a note to others as it is written: none of what stands in code, or in what it says about itself. */
export function noteLinksIn(markdown: string): readonly NoteLinkMark[] {
  return proseLines(markdown.slice(frontMatterOf(markdown)?.length ?? 0))
    .flatMap(findWrittenLinks)
    .filter((part) => typeof part === 'object')
}

function partsOf(
  text: string,
  read: (found: RegExpExecArray) => NoteLinkMark | null,
): (string | NoteLinkMark)[] {
  const parts: (string | NoteLinkMark)[] = []
  let end = 0
  for (const found of text.matchAll(mark)) {
    const link = read(found)
    if (link === null) continue
    if (found.index > end) parts.push(text.slice(end, found.index))
    parts.push(link)
    end = found.index + found[0].length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

/** Markdown with what is shown in the place of each link to another note. */
export function noteLinksAsShown(markdown: string): string {
  return findWrittenLinks(markdown)
    .map((part) => (typeof part === 'string' ? part : part.shown))
    .join('')
}

function linkOf(text: string, written: string, shown = ''): NoteLinkMark | null {
  // Within a table the sign before the words has a backslash of its own.
  const target = shown === '' ? written : written.replace(/\\$/u, '')
  const [name = '', ...headings] = target.split('#').map(oneLine)
  const title = name.replace(ownEnding, '')
  if (title === '' || title.length > noteLimits.title) return null
  if (text.startsWith('!') && ending.test(title)) return null
  const words = oneLine(shown) || null
  return {
    ...{ text, target: oneLine(target), title, words },
    shown: words ?? [title, ...headings].filter(Boolean).join(' › '),
  }
}

/** The titles that a link may mean, the likeliest first: as it is written, without a heading, and without its folders. */
export function titlesOfLink({ target, title }: Pick<NoteLinkMark, 'target' | 'title'>): readonly string[] {
  const last = title.slice(title.lastIndexOf('/') + 1).trim()
  return [...new Set([target, title, last])].filter((each) => each !== '')
}

/** What links know a note by. */
interface NamedNote {
  readonly title: string
  /** Titles that it had before, the last one first: links to them lead to it still, where no note is called so now. */
  readonly formerTitles: readonly string[]
  readonly updatedAt: number
}

/** Tells which of these notes a link leads to; of several that are or were called so, the one that was changed last. */
export function noteFinder<N extends NamedNote>(
  notes: readonly N[],
): (link: Pick<NoteLinkMark, 'target' | 'title'>) => N | null {
  const now = new Map<string, N>()
  const before = new Map<string, N>()
  // The last of a name stays.
  for (const note of notes.toSorted((one, other) => one.updatedAt - other.updatedAt)) {
    now.set(foldedName(note.title), note)
    for (const title of note.formerTitles) before.set(foldedName(title), note)
  }
  return (link) => {
    const names = titlesOfLink(link).map(foldedName)
    const found = [now, before].flatMap((named) => names.map((name) => named.get(name)))
    return found.find((note) => note !== undefined) ?? null
  }
}

const fence = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/su
const codeSpan = /(?<![`\\])(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/gu

/** The lines of a text that are no code, without what is code in them. */
function proseLines(markdown: string): string[] {
  const lines: string[] = []
  let open = ''
  for (const line of markdown.split('\n')) {
    const [, marks = '', behind = ''] = fence.exec(line) ?? []
    if (open !== '') {
      if (marks.startsWith(open) && behind.trim() === '') open = ''
      // A fence whose line goes on with its own mark is code within a line (CommonMark 4.5).
    } else if (marks !== '' && !(marks.startsWith('`') && behind.includes('`'))) open = marks
    else lines.push(line.replace(codeSpan, ''))
  }
  return lines
}

/** Whether the sign at a place has a backslash before it that is not itself behind one. */
export function isEscaped(markdown: string, place: number): boolean {
  let from = place
  while (markdown.charAt(from - 1) === '\\') from--
  return (place - from) % 2 === 1
}
