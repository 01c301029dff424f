import iconv from 'iconv-lite'
import type { Block } from '../structure/block'
import { ListCollector } from '../structure/nested-lists'

/** What a Rich Text file holds. */
export type RtfText = { readonly title: string | null; readonly blocks: readonly Block[] }

/** What a group inherits and gives back at its end. */
type State = {
  /** Whether text is left out, kept, or collected as the title or as a style's name. */
  destination: 'text' | 'skip' | 'title' | 'styles' | 'fonts'
  encoding: string
  /** Characters after a `\u` that repeat it for old readers. */
  unicodeSkip: number
  isNote: boolean
}

type Paragraph = { heading: number | null; list: number | null; style: number | null; inTable: boolean }

/** Groups inside each other beyond this are an attack; writers stay below twenty. */
const MAX_GROUPS = 10_000

/** Destinations whose text is not the document's (Rich Text Format 1.9.1). */
const SKIPPED = new Set(
  (
    'colortbl listtable listoverridetable revtbl rsidtbl generator pict object objdata header headerl headerr headerf ' +
    'footer footerl footerr footerf themedata colorschememapping datastore latentstyles xmlnstbl mmathPr fldinst ' +
    'nonshppict pntext listtext bkmkstart bkmkend filetbl stylerestrictions author operator company keywords comment ' +
    'doccomm subject manager category creatim revtim printim buptim userprops'
  ).split(' '),
)

const SYMBOLS: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emdash: '—',
  endash: '–',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  '~': '\u00a0',
  _: '\u2011',
}

/** Windows character sets of fonts, by number. */
const CHARSETS: Readonly<Record<number, string>> = {
  0: 'windows-1252',
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}

const CONTROL = /([a-zA-Z]{1,32})(-?\d{1,10})? ?/y
const PLAIN = /[^\\{}\r\n]+/y

/** Reads Rich Text in one pass; pictures, objects, headers and footers are left out. */
export function readRtf(source: string): RtfText {
  const reader = new RtfReader()
  reader.read(source)
  return reader.end()
}

class RtfReader {
  readonly #blocks = new ListCollector()
  readonly #stack: State[] = []
  #state: State = { destination: 'text', encoding: 'windows-1252', unicodeSkip: 1, isNote: false }
  #paragraph: Paragraph = plainParagraph()
  #words: string[] = []
  /** The words around a footnote while it is read. */
  #wordsAround: string[] = []
  readonly #notes: string[] = []
  /** Bytes of the present encoding that wait for their followers: half a Chinese character is none. */
  #bytes: number[] = []
  #pendingSkip = 0
  /** The next word names a destination that readers who don't know it leave out. */
  #isOptional = false
  #title = ''
  readonly #headingStyles = new Map<number, number>()
  #styleNumber: number | null = null
  #styleName = ''
  readonly #fonts = new Map<number, string>()
  #font = 0
  #rows: string[][] = []
  #row: string[] = []

  read(source: string): void {
    for (let at = 0; at < source.length; ) {
      const char = source[at]
      if (char === '\\') at = this.#control(source, at + 1)
      else if (char === '{') {
        this.#flushBytes()
        if (this.#stack.length < MAX_GROUPS) this.#stack.push({ ...this.#state })
        at++
      } else if (char === '}') {
        this.#flushBytes()
        this.#endGroup()
        at++
      } else if (char === '\r' || char === '\n') at++
      else {
        PLAIN.lastIndex = at
        const text = PLAIN.exec(source)?.[0] ?? ''
        at += text.length
        this.#plain(text)
      }
    }
  }

  end(): RtfText {
    this.#endParagraph()
    this.#endTable()
    for (const [index, note] of this.#notes.entries()) {
      this.#blocks.add({ kind: 'paragraph', text: `[${index + 1}] ${note}` })
    }
    return { title: this.#title.trim() || null, blocks: this.#blocks.end() }
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
    if (char === "'") {
      const code = Number.parseInt(source.slice(at + 1, at + 3), 16)
      if (this.#pendingSkip > 0) this.#pendingSkip--
      else if (!Number.isNaN(code)) this.#byte(code)
      return at + 3
    }
    this.#flushBytes()
    CONTROL.lastIndex = at
    const match = CONTROL.exec(source)
    if (match === null) {
      if (char === '*') this.#isOptional = true
      else if (char === '\n' || char === '\r') this.#word('par', null)
      else if (char !== '-') this.#write(SYMBOLS[char] ?? char)
      return at + 1
    }
    const value = match[2] === undefined ? null : Number(match[2])
    const next = at + match[0].length
    // What follows \bin is so many bytes of data, whatever they look like.
    if (match[1] === 'bin') return next + Math.max(0, value ?? 0)
    this.#word(match[1] ?? '', value)
    return next
  }

  #word(word: string, value: number | null): void {
    const symbol = SYMBOLS[word]
    if (symbol !== undefined) {
      this.#write(symbol)
      return
    }
    const isUnknown = this.#isOptional && word !== 'footnote'
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
      case 'ansicpg':
        if (iconv.encodingExists(`cp${value}`)) this.#state.encoding = `cp${value}`
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
          this.#state.encoding = this.#fonts.get(this.#font) ?? this.#state.encoding
        break
      case 'fcharset': {
        const encoding = CHARSETS[value ?? 0]
        if (this.#state.destination === 'fonts' && encoding !== undefined)
          this.#fonts.set(this.#font, encoding)
        break
      }
      case 's':
        if (this.#state.destination === 'styles') this.#styleNumber = value
        else this.#paragraph.style = value
        break
      case 'footnote':
        if (this.#state.destination === 'text' && !this.#state.isNote) this.#beginNote()
        break
      default:
        if (this.#state.destination === 'text') this.#textWord(word, value)
    }
  }

  /** A word about the text itself; in a skipped group it says nothing. */
  #textWord(word: string, value: number | null): void {
    switch (word) {
      case 'pard':
        if (!this.#state.isNote) this.#paragraph = plainParagraph()
        break
      case 'outlinelevel':
        this.#paragraph.heading = value !== null && value < 9 ? value + 1 : null
        break
      case 'ilvl':
        this.#paragraph.list = Math.min(8, value ?? 0)
        break
      case 'ls':
        if ((value ?? 0) > 0) this.#paragraph.list ??= 0
        break
      case 'intbl':
        this.#paragraph.inTable = true
        break
      case 'par':
      case 'sect':
      case 'page':
        if (this.#paragraph.inTable || this.#state.isNote) this.#write('\n')
        else this.#endParagraph()
        break
      case 'cell':
      case 'nestcell':
        this.#row.push(this.#takeWords())
        break
      case 'row':
      case 'nestrow':
        this.#rows.push(this.#row)
        this.#row = []
        break
      default:
    }
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
        this.#words.push(text)
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
    }
  }

  #endGroup(): void {
    if (this.#state.destination === 'styles') this.#endStyle()
    const outer = this.#stack.pop()
    if (outer === undefined) return
    const endsNote = this.#state.isNote && !outer.isNote
    this.#state = outer
    if (endsNote) this.#endNote()
  }

  #beginNote(): void {
    this.#state.isNote = true
    this.#wordsAround = this.#words
    this.#words = []
  }

  #endNote(): void {
    this.#notes.push(this.#takeWords())
    this.#words = this.#wordsAround
    this.#write(`[${this.#notes.length}]`)
  }

  #endStyle(): void {
    const level = /^\s*heading ([1-9])\b/i.exec(this.#styleName)?.[1]
    if (level !== undefined && this.#styleNumber !== null)
      this.#headingStyles.set(this.#styleNumber, Number(level))
    this.#styleName = ''
    this.#styleNumber = null
  }

  #takeWords(): string {
    this.#flushBytes()
    const text = this.#words.join('').trim()
    this.#words = []
    return text
  }

  #endParagraph(): void {
    const { heading, list, style, inTable } = this.#paragraph
    const text = this.#takeWords()
    if (!inTable) this.#endTable()
    if (text === '') return
    const level = heading ?? (style === null ? null : (this.#headingStyles.get(style) ?? null))
    if (level !== null) this.#blocks.add({ kind: 'heading', level, text })
    else if (list !== null) {
      this.#blocks.addItem({ level: list, ordered: false, blocks: [{ kind: 'paragraph', text }] })
    } else this.#blocks.add({ kind: 'paragraph', text })
  }

  #endTable(): void {
    if (this.#rows.length > 0) this.#blocks.add({ kind: 'table', rows: this.#rows })
    this.#rows = []
  }
}

function plainParagraph(): Paragraph {
  return { heading: null, list: null, style: null, inTable: false }
}
