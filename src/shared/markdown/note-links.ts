import { noteLimits } from '../contract/notes'
import { oneLine } from '../text/one-line'

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
  const parts: (string | NoteLinkMark)[] = []
  let end = 0
  for (const found of text.matchAll(mark)) {
    const link = linkOf(found[0], found[1] ?? '', found[2])
    if (link === null) continue
    if (found.index > end) parts.push(text.slice(end, found.index))
    parts.push(link)
    end = found.index + found[0].length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

/** A text with what is shown in the place of each link to another note. */
export function noteLinksAsShown(text: string): string {
  return findNoteLinks(text)
    .map((part) => (typeof part === 'string' ? part : part.shown))
    .join('')
}

function linkOf(text: string, target: string, shown = ''): NoteLinkMark | null {
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
