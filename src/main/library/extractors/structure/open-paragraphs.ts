import { linked } from './link'

type Open<Format> = {
  readonly words: string[]
  readonly format: Format
  /** The link that is open in it, and where its words begin. */
  link: { readonly start: number; readonly address: string } | null
}

/** The paragraphs that are read, each in the one before: a note or a text box stands inside the one that it hangs on. */
export type OpenParagraphs<Format> = {
  readonly depth: number
  open(format: Format): void
  /** What the document says of the innermost one so far. */
  format(): Format | undefined
  /** The words of the innermost one; outside of any, some that are in no text. */
  words(): string[]
  /** Outside of any, nothing is written. */
  write(text: string): void
  openLink(address: string): void
  closeLink(): void
  /** Ends the innermost one; null where none is open. */
  end(): { readonly text: string; readonly format: Format } | null
}

/** Starts outside of any paragraph. */
export function createOpenParagraphs<Format>(): OpenParagraphs<Format> {
  const open: Open<Format>[] = []
  return {
    get depth() {
      return open.length
    },
    open(format) {
      open.push({ words: [], format, link: null })
    },
    format: () => open.at(-1)?.format,
    words: () => open.at(-1)?.words ?? [],
    write(text) {
      open.at(-1)?.words.push(text)
    },
    openLink(address) {
      const paragraph = open.at(-1)
      if (paragraph !== undefined) paragraph.link = { start: paragraph.words.length, address }
    },
    closeLink() {
      const paragraph = open.at(-1)
      if (paragraph === undefined || paragraph.link === null) return
      const { start, address } = paragraph.link
      paragraph.words.push(linked(paragraph.words.splice(start).join(''), address))
      paragraph.link = null
    },
    end() {
      const ended = open.pop()
      return ended === undefined ? null : { text: ended.words.join(''), format: ended.format }
    },
  }
}
