import type { OpenParagraphs } from '../structure/open-paragraphs'

/** The fields that are open: what a field is to do is no text, what came of it is (MS-DOC, 2.8.25). */
export interface OpenFields {
  /** Whether the text that comes is what a field is to do. */
  readonly isInstruction: boolean
  begin(): void
  instruct(text: string): void
  /** What came of it follows. */
  separate(): void
  end(): void
  /** A paragraph outside of them begins. */
  clear(): void
}

/** Fields inside each other beyond this are a mistake of the file. */
const MAX_FIELDS = 100

/** Writes links of the fields that are some. */
export function createOpenFields(
  paragraphs: Pick<OpenParagraphs<unknown>, 'openLink' | 'closeLink'>,
): OpenFields {
  const open: { instruction: string; isDone: boolean; isLink: boolean }[] = []
  return {
    get isInstruction() {
      return open.some(({ isDone }) => !isDone)
    },
    begin() {
      if (open.length < MAX_FIELDS) open.push({ instruction: '', isDone: false, isLink: false })
    },
    instruct(text) {
      const innermost = open.at(-1)
      if (innermost !== undefined && !innermost.isDone) innermost.instruction += text
    },
    separate() {
      const innermost = open.at(-1)
      if (innermost === undefined || innermost.isDone) return
      innermost.isDone = true
      const address = /^\s*HYPERLINK\s+"([^"]*)"/i.exec(innermost.instruction)?.[1]
      innermost.isLink = address !== undefined
      if (address !== undefined) paragraphs.openLink(address)
    },
    end() {
      if (open.pop()?.isLink === true) paragraphs.closeLink()
    },
    clear() {
      open.length = 0
    },
  }
}
