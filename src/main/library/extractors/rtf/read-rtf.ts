import iconv from 'iconv-lite'
import { assertNever } from '../../../../shared/errors'
import type { Block } from '../structure/block'
import { raised } from '../structure/scripts'
import { BlockWriter } from './block-writer'
import { charsetEncoding, codePageEncoding, NAMED_CODE_PAGES } from './code-pages'
import { labelOf } from './list-label'
import { SYMBOLS } from './symbols'

/** What a Rich Text file holds. */
export type RtfText = { readonly title: string | null; readonly blocks: readonly Block[] }

/** What a group inherits and gives back at its end. */
type State = {
  /** Whether text is left out, kept, or collected as the title, a style's name or what stands before a list's item. */
  destination: 'text' | 'skip' | 'title' | 'styles' | 'fonts' | 'label'
  encoding: string
  /** Characters after a `\u` that repeat it for old readers. */
  unicodeSkip: number
  isNote: boolean
  /** Whether it is inside a drawn shape of the text, the words of which are in a group of their own. */
  isShape: boolean
  isTextBox: boolean
  /** Text that is not shown, or was taken out while changes were tracked. */
  isHidden: boolean
  isDeleted: boolean
  isRaised: boolean
}

/** Groups inside each other beyond this are an attack; writers stay below twenty. */
const MAX_GROUPS = 10_000

/** Destinations whose text is not the document's (Rich Text Format 1.9.1). */
const SKIPPED = new Set(
  (
    'colortbl listtable listoverridetable revtbl rsidtbl generator pict object objdata header headerl headerr headerf ' +
    'footer footerl footerr footerf shprslt themedata colorschememapping datastore latentstyles xmlnstbl mmathPr fldinst ' +
    'nonshppict nonesttables bkmkstart bkmkend filetbl stylerestrictions author operator company keywords comment ' +
    'doccomm subject manager category creatim revtim printim buptim userprops'
  ).split(' '),
)

/** Words behind `\*` that are understood here; a group of any other is left out. */
const KNOWN_OPTIONAL = new Set(['footnote', 'shpinst', 'do', 'nesttableprops', 'cs'])

const CONTROL = /([a-zA-Z]{1,32})(-?\d{1,10})? ?/y
const PLAIN = /[^\\{}\r\n]+/y

/** Reads Rich Text in one pass; pictures, objects, headers and footers are left out. */
export function readRtf(source: string): RtfText {
  const reader = new RtfReader()
  reader.read(source)
  return reader.end()
}

class RtfReader {
  readonly #writer = new BlockWriter()
  readonly #stack: State[] = []
  #state: State = {
    destination: 'text',
    encoding: 'windows-1252',
    unicodeSkip: 1,
    ...{
      isNote: false,
      isShape: false,
      isTextBox: false,
      isHidden: false,
      isDeleted: false,
      isRaised: false,
    },
  }
  /** The encoding of the file, for fonts that name none. */
  #ansi = 'windows-1252'
  /** Bytes that wait for their followers: half a Chinese character is none. */
  #bytes: number[] = []
  #pendingSkip = 0
  /** The next word names a destination that readers who don't know it leave out. */
  #isOptional = false
  #isGroupStart = false
  #title = ''
  #styleNumber: number | null = null
  #styleName = ''
  readonly #fonts = new Map<number, string>()
  #font = 0
  #listText = ''

  read(source: string): void {
    for (let at = 0; at < source.length; ) {
      const char = source[at]
      if (char === '\\') at = this.#control(source, at + 1)
      else if (char === '{') {
        this.#flushBytes()
        this.#pendingSkip = 0
        this.#isGroupStart = true
        if (this.#stack.length < MAX_GROUPS) this.#stack.push({ ...this.#state })
        at++
      } else if (char === '}') {
        this.#flushBytes()
        this.#pendingSkip = 0
        this.#endGroup()
        at++
      } else if (char === '\r' || char === '\n') at++
      else {
        PLAIN.lastIndex = at
        const text = PLAIN.exec(source)?.[0] ?? ''
        at += text.length
        this.#isGroupStart = false
        this.#plain(text)
      }
    }
  }

  end(): RtfText {
    this.#flushBytes()
    return { title: this.#title.trim() || null, blocks: this.#writer.end() }
  }

  #plain(text: string): void {
    const skipped = Math.min(this.#pendingSkip, text.length)
    this.#pendingSkip -= skipped
    const rest = text.slice(skipped)
    // Bytes above ASCII may stand unescaped, in the present encoding.
    for (let index = 0; index < rest.length; index++) {
      const code = rest.charCodeAt(index)
      if (code >= 0x80 || this.#bytes.length > 0) this.#byte(code)
      else {
        let end = index + 1
        while (end < rest.length && rest.charCodeAt(end) < 0x80) end++
        this.#write(rest.slice(index, end))
        index = end - 1
      }
    }
  }

  /** Handles what follows a backslash; answers where it ends. */
  #control(source: string, at: number): number {
    const char = source[at] ?? ''
    const isGroupStart = this.#isGroupStart
    this.#isGroupStart = false
    if (char === "'") {
      const code = Number.parseInt(source.slice(at + 1, at + 3), 16)
      if (this.#pendingSkip > 0) this.#pendingSkip--
      else if (!Number.isNaN(code)) this.#byte(code)
      return at + 3
    }
    this.#flushBytes()
    CONTROL.lastIndex = at
    const match = CONTROL.exec(source)
    // A word counts as one of the characters that repeat a \u; another \u repeats nothing.
    const isRepeated = this.#pendingSkip > 0 && match?.[1] !== 'u'
    if (isRepeated) this.#pendingSkip--
    if (match === null) {
      if (char === '*') this.#isOptional = isGroupStart
      else if (char === '\n' || char === '\r') this.#word('par', null)
      else if (char !== '-' && !isRepeated) this.#write(SYMBOLS.get(char) ?? char)
      return at + 1
    }
    const value = match[2] === undefined ? null : Number(match[2])
    const next = at + match[0].length
    if (isRepeated && SYMBOLS.has(match[1] ?? '')) return next
    // What follows \bin is so many bytes of data, whatever they look like.
    if (match[1] === 'bin') return next + Math.max(0, value ?? 0)
    this.#word(match[1] ?? '', value)
    return next
  }

  #word(word: string, value: number | null): void {
    const symbol = SYMBOLS.get(word)
    if (symbol !== undefined) {
      this.#write(symbol)
      return
    }
    const isUnknown = this.#isOptional && !KNOWN_OPTIONAL.has(word)
    this.#isOptional = false
    if (isUnknown || SKIPPED.has(word)) {
      this.#state.destination = 'skip'
      return
    }
    switch (word) {
      case 'u':
        this.#write(String.fromCharCode((value ?? 0) & 0xffff))
        this.#pendingSkip = this.#state.unicodeSkip
        break
      case 'uc':
        this.#state.unicodeSkip = Math.max(0, value ?? 1)
        break
      case 'ansi':
      case 'mac':
      case 'pc':
      case 'pca':
        this.#setAnsi(NAMED_CODE_PAGES[word])
        break
      case 'ansicpg':
        this.#setAnsi(codePageEncoding(value ?? 0))
        break
      case 'info':
        this.#state.destination = 'skip'
        break
      case 'title':
        this.#state.destination = 'title'
        break
      case 'stylesheet':
        this.#state.destination = 'styles'
        break
      case 'fonttbl':
        this.#state.destination = 'fonts'
        break
      case 'f':
        this.#font = value ?? 0
        if (this.#state.destination !== 'fonts')
          this.#state.encoding = this.#fonts.get(this.#font) ?? this.#ansi
        break
      case 'fcharset': {
        const encoding = charsetEncoding(value ?? 0)
        if (this.#state.destination === 'fonts' && encoding !== undefined)
          this.#fonts.set(this.#font, encoding)
        break
      }
      case 's':
        if (this.#state.destination === 'styles') this.#styleNumber = value
        else this.#writer.paragraph.style = value
        break
      case 'footnote':
        if (this.#state.destination === 'text' && !this.#state.isNote) {
          this.#state.isNote = true
          this.#writer.beginNote()
        }
        break
      case 'shptxt':
      case 'dptxbxtext':
        if (this.#state.isShape) this.#beginTextBox()
        break
      default:
        if (this.#state.destination === 'text') this.#textWord(word, value)
    }
  }

  /** A word about the text itself; in a skipped group it says nothing. */
  #textWord(word: string, value: number | null): void {
    switch (word) {
      case 'plain':
        this.#state.isHidden = false
        this.#state.isDeleted = false
        this.#state.isRaised = false
        break
      case 'v':
        this.#state.isHidden = value !== 0
        break
      case 'deleted':
        this.#state.isDeleted = value !== 0
        break
      case 'super':
        this.#state.isRaised = value !== 0
        break
      case 'sub':
      case 'nosupersub':
        this.#state.isRaised = false
        break
      case 'shpinst':
      case 'do':
        this.#state.isShape = true
        this.#state.destination = 'skip'
        break
      case 'itap':
        if ((value ?? 0) > 1) this.#writer.beginNested()
        break
      case 'listtext':
      case 'pntext':
        this.#state.destination = this.#state.isNote ? 'skip' : 'label'
        break
      case 'pard':
        if (!this.#state.isNote) this.#writer.beginParagraph()
        break
      case 'outlinelevel':
        this.#writer.paragraph.heading = value !== null && value < 9 ? value + 1 : null
        break
      case 'ilvl':
        this.#writer.paragraph.list = Math.min(8, Math.max(0, value ?? 0))
        break
      case 'ls':
        if ((value ?? 0) > 0) this.#writer.paragraph.list ??= 0
        break
      case 'intbl':
        this.#writer.paragraph.inTable = true
        break
      case 'par':
      case 'sect':
      case 'page':
        if (this.#writer.paragraph.inTable || this.#state.isNote) this.#write('\n')
        else this.#writer.endParagraph()
        break
      case 'nestcell':
        this.#writer.endNestedCell()
        break
      case 'nestrow':
        this.#writer.endNestedRow()
        break
      case 'cell':
        this.#writer.endCell()
        break
      case 'row':
        this.#writer.endRow()
        break
      default:
    }
  }

  #setAnsi(encoding: string | undefined): void {
    if (encoding === undefined) return
    this.#ansi = encoding
    this.#state.encoding = encoding
  }

  #byte(code: number): void {
    if (this.#pendingSkip > 0) this.#pendingSkip--
    else this.#bytes.push(code)
  }

  #flushBytes(): void {
    if (this.#bytes.length === 0) return
    const bytes = Buffer.from(this.#bytes)
    this.#bytes = []
    this.#write(iconv.decode(bytes, this.#state.encoding))
  }

  #write(text: string): void {
    if (this.#bytes.length > 0) this.#flushBytes()
    switch (this.#state.destination) {
      case 'text':
        this.#writeText(text)
        break
      case 'label':
        this.#listText += text
        break
      case 'title':
        this.#title += text
        break
      case 'styles':
        this.#styleName += text
        break
      case 'fonts':
      case 'skip':
        break
      default:
        assertNever(this.#state.destination)
    }
  }

  #writeText(text: string): void {
    const { isHidden, isDeleted, isRaised } = this.#state
    if (isHidden || isDeleted) return
    this.#writer.write(isRaised ? raised(text) : text)
  }

  #endGroup(): void {
    if (this.#state.destination === 'styles') this.#endStyle()
    const outer = this.#stack.pop()
    if (outer === undefined) return
    const { isNote, isTextBox, destination } = this.#state
    this.#state = outer
    if (isNote && !outer.isNote) this.#writer.endNote()
    if (isTextBox && !outer.isTextBox) this.#writer.endTextBox()
    if (destination === 'label' && outer.destination !== 'label') {
      this.#writer.label = labelOf(this.#listText)
      this.#listText = ''
    }
  }

  /** Inside a note the words of a text box are words of it. */
  #beginTextBox(): void {
    this.#state.destination = 'text'
    this.#state.isShape = false
    if (this.#state.isNote || this.#state.isTextBox) return
    this.#state.isTextBox = true
    this.#writer.beginTextBox()
  }

  #endStyle(): void {
    const level = /^\s*heading ([1-9])\b/i.exec(this.#styleName)?.[1]
    if (level !== undefined && this.#styleNumber !== null)
      this.#writer.defineHeading(this.#styleNumber, Number(level))
    this.#styleName = ''
    this.#styleNumber = null
  }
}
