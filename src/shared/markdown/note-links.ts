import { noteLimits } from '../contract/notes'
import { oneLine } from '../text/one-line'

/** A link to another note as it stands in a text. */
export interface NoteLinkMark {
  /** All of it, as it is written. */
  readonly text: string
  /** What the note is called, perhaps behind folders. */
  readonly title: string
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

function linkOf(text: string, target: string, shown: string | undefined): NoteLinkMark | null {
  const [name = '', ...headings] = target.split('#').map(oneLine)
  const title = name.replace(ownEnding, '')
  if (title === '' || title.length > noteLimits.title) return null
  if (text.startsWith('!') && ending.test(title)) return null
  return { text, title, shown: oneLine(shown ?? '') || [title, ...headings].filter(Boolean).join(' › ') }
}

/** The titles that a link may mean, the likeliest first: as it is written, and without the folders before it. */
export function titlesOfLink({ title }: Pick<NoteLinkMark, 'title'>): readonly string[] {
  const last = title.slice(title.lastIndexOf('/') + 1).trim()
  return last === title || last === '' ? [title] : [title, last]
}
