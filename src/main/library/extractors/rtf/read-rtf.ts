import iconv from 'iconv-lite'
import { foldSpace } from '../normalize'
import type { Block } from '../structure/block'
import { blockText } from '../structure/block-text'
import { ListCollector } from '../structure/nested-lists'
import { raised } from '../structure/scripts'
import { charsetEncoding, codePageEncoding, NAMED_CODE_PAGES } from './code-pages'
import { labelOf } from './list-label'

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

/** What a text box interrupts. */
type Around = {
  readonly words: string[]
  readonly paragraph: Paragraph
  readonly rows: string[][]
  readonly row: string[]
  readonly label: string | null
}

type Paragraph = { heading: number | null; list: number | null; style: number | null; inTable: boolean }

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
  #paragraph: Paragraph = plainParagraph()
  #words: string[] = []
  /** The words around a footnote while it is read. */
  #wordsAround: string[] = []
  readonly #notes: string[] = []
  readonly #around: Around[] = []
  /** Bytes of the present encoding that wait for their followers: half a Chinese character is none. */
  #bytes: number[] = []
  #pendingSkip = 0
  /** The next word names a destination that readers who don't know it leave out. */
  #isOptional = false
  #isGroupStart = false
  #title = ''
  readonly #headingStyles = new Map<number, number>()
  #styleNumber: number | null = null
  #styleName = ''
  readonly #fonts = new Map<number, string>()
  #font = 0
  #rows: string[][] = []
  #row: string[] = []
  /** The row of a table inside a cell, and where its next cell begins among the words. */
  #nestedRow: string[] = []
  #nestedFrom: number | null = null
  #nestedRows: string[][] = []
  /** The table that a cell of the row consists of. */
  #framed: string[][] = []
  #listText = ''
  /** What stands before the next item; null where the program wrote none. */
  #label: string | null = null
  /** The item before, which a paragraph of its list without a label goes on; null where there is none. */
  #item: { readonly level: number; readonly blocks: Block[] } | null = null

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
    // A last row that nothing ends.
    if (this.#row.length > 0 && this.#words.length > 0) this.#row.push(this.#takeWords())
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
      else if (char !== '-' && !isRepeated) this.#write(SYMBOLS[char] ?? char)
      return at + 1
    }
    const value = match[2] === undefined ? null : Number(match[2])
    const next = at + match[0].length
    if (isRepeated && SYMBOLS[match[1] ?? ''] !== undefined) return next
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
        else this.#paragraph.style = value
        break
      case 'footnote':
        if (this.#state.destination === 'text' && !this.#state.isNote) this.#beginNote()
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
        if ((value ?? 0) > 1) this.#nestedFrom ??= this.#words.length
        break
      case 'listtext':
      case 'pntext':
        this.#state.destination = this.#state.isNote ? 'skip' : 'label'
        break
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
      case 'nestcell':
        this.#nestedRow.push(this.#takeWords(this.#nestedFrom ?? 0))
        break
      case 'nestrow':
        this.#endNestedRow()
        break
      case 'cell':
        this.#endCell()
        break
      case 'row':
        this.#endRow()
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
    }
  }

  #writeText(text: string): void {
    const { isHidden, isDeleted, isRaised } = this.#state
    if (isHidden || isDeleted) return
    if (this.#paragraph.inTable && this.#label !== null && text.trim() !== '') {
      if (this.#label !== '') this.#words.push(`${this.#label} `)
      this.#label = null
    }
    this.#words.push(isRaised ? raised(text) : text)
  }

  #endGroup(): void {
    if (this.#state.destination === 'styles') this.#endStyle()
    const outer = this.#stack.pop()
    if (outer === undefined) return
    const { isNote, isTextBox, destination } = this.#state
    this.#state = outer
    if (isNote && !outer.isNote) this.#endNote()
    if (isTextBox && !outer.isTextBox) this.#endTextBox()
    if (destination === 'label' && outer.destination !== 'label') {
      this.#label = labelOf(this.#listText)
      this.#listText = ''
    }
  }

  /** The words of a text box are read before the paragraph that it stands beside. */
  #beginTextBox(): void {
    this.#state.destination = 'text'
    this.#state.isShape = false
    // Inside a note they are words of it.
    if (this.#state.isNote || this.#state.isTextBox) return
    this.#state.isTextBox = true
    this.#around.push({
      ...{ words: this.#words, paragraph: this.#paragraph, label: this.#label },
      ...{ rows: this.#rows, row: this.#row },
    })
    this.#words = []
    this.#paragraph = plainParagraph()
    this.#label = null
    this.#rows = []
    this.#row = []
  }

  #endTextBox(): void {
    this.#endParagraph()
    this.#endTable()
    const around = this.#around.pop()
    if (around === undefined) return
    this.#words = around.words
    this.#paragraph = around.paragraph
    this.#label = around.label
    this.#rows = around.rows
    this.#row = around.row
  }

  #beginNote(): void {
    this.#state.isNote = true
    this.#wordsAround = this.#words
    this.#words = []
  }

  #endNote(): void {
    this.#notes.push(this.#takeWords())
    this.#words = this.#wordsAround
    // Not raised, as the mark itself is.
    this.#words.push(`[${this.#notes.length}]`)
  }

  #endStyle(): void {
    const level = /^\s*heading ([1-9])\b/i.exec(this.#styleName)?.[1]
    if (level !== undefined && this.#styleNumber !== null)
      this.#headingStyles.set(this.#styleNumber, Number(level))
    this.#styleName = ''
    this.#styleNumber = null
  }

  #takeWords(from = 0): string {
    this.#flushBytes()
    return this.#words.splice(from).join('').trim()
  }

  #endParagraph(): void {
    const { heading, list, style, inTable } = this.#paragraph
    const text = this.#takeWords()
    const label = this.#label
    this.#label = null
    if (!inTable) this.#endTable()
    if (text === '') return
    const level = heading ?? (style === null ? null : (this.#headingStyles.get(style) ?? null))
    if (level !== null) this.#add({ kind: 'heading', level, text: label ? `${label} ${text}` : text })
    else if (list !== null && label === null && this.#item?.level === list) {
      this.#item.blocks.push({ kind: 'paragraph', text })
    } else if (list !== null || label !== null) this.#addItem(list ?? 0, label, text)
    else this.#add({ kind: 'paragraph', text })
  }

  #addItem(level: number, label: string | null, text: string): void {
    const blocks: Block[] = [{ kind: 'paragraph', text }]
    this.#item = label === null ? null : { level, blocks }
    this.#blocks.addItem(label ? { level, ordered: true, label, blocks } : { level, ordered: false, blocks })
  }

  #add(block: Block): void {
    this.#item = null
    this.#blocks.add(block)
  }

  /** The rows of a table inside a cell are lines of it, as {@link blockText} has them. */
  #endNestedRow(): void {
    const row = this.#nestedRow
    this.#nestedRow = []
    if (row.some((cell) => cell !== '')) {
      this.#nestedRows.push(row)
      this.#words.push(`${row.join(' ')};\n`)
    }
    this.#nestedFrom = this.#words.length
  }

  #endCell(): void {
    const text = this.#takeWords().replace(/;$/, this.#nestedRows.length > 0 ? '' : ';')
    this.#row.push(text)
    const nested: Block = { kind: 'table', rows: this.#nestedRows }
    // A cell that holds a table and nothing else may be there for its place on the page only.
    if (text !== '' && foldSpace(text) === foldSpace(blockText(nested))) this.#framed = this.#nestedRows
    this.#nestedRows = []
    this.#nestedFrom = null
  }

  #endRow(): void {
    const isFrame = this.#framed.length > 0 && this.#row.filter((cell) => cell !== '').length === 1
    if (isFrame) for (const row of this.#framed) this.#rows.push(row)
    else this.#rows.push(this.#row)
    this.#framed = []
    this.#row = []
  }

  #endTable(): void {
    if (this.#row.length > 0) this.#endRow()
    if (this.#rows.length > 0) this.#add({ kind: 'table', rows: this.#rows })
    this.#rows = []
  }
}

function plainParagraph(): Paragraph {
  return { heading: null, list: null, style: null, inTable: false }
}
