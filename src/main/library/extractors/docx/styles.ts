import { readXml } from '../package/xml'
import type { Numbering } from './numbering'

/** What a paragraph style means for the structure of a text. */
export type ParagraphStyle = {
  /** 1 is the outermost; null for text. */
  readonly heading: number | null
  readonly isCode: boolean
  readonly isQuote: boolean
  /** A line of a table of contents, which repeats the headings. */
  readonly isContents: boolean
  readonly list: { readonly id: string; readonly level: number } | null
}

/** A style as a document defines it. */
export type StyleDefinition = {
  id: string
  /** In lower case, and English where it is built in. */
  name: string
  basedOn: string | null
  /** 0 is the outermost heading; 9 is text. */
  outline: number | null
  list: string | null
  level: number | null
}

/** Text without any style. */
export const plainStyle: ParagraphStyle = {
  heading: null,
  isCode: false,
  isQuote: false,
  isContents: false,
  list: null,
}

/** Styles based on each other beyond this are a loop. */
const MAX_INHERITANCE = 20

/** Reads `word/styles.xml`: a style's meaning comes from itself, then from the styles that it is based on. */
export function readStyles(
  bytes: Uint8Array | null,
  numbering: Numbering,
): ReadonlyMap<string, ParagraphStyle> {
  const raw = new Map<string, StyleDefinition>()
  if (bytes !== null) collect(bytes, raw)
  return stylesOf(raw, numbering)
}

/** What each style means. */
export function stylesOf(
  definitions: ReadonlyMap<string, StyleDefinition>,
  numbering: Numbering,
): ReadonlyMap<string, ParagraphStyle> {
  return new Map([...definitions.keys()].map((id) => [id, meaning(id, definitions, numbering)]))
}

function collect(bytes: Uint8Array, raw: Map<string, StyleDefinition>): void {
  let style: StyleDefinition | null = null
  readXml(bytes, {
    open(name, attributes) {
      const value = attributes['w:val'] ?? ''
      if (name === 'style') {
        const id = attributes['w:styleId'] ?? ''
        style = { id, name: '', basedOn: null, outline: null, list: null, level: null }
        if (attributes['w:type'] === 'paragraph' || attributes['w:type'] === undefined) raw.set(id, style)
      } else if (style === null) return
      else if (name === 'name') style.name = value.toLowerCase()
      else if (name === 'basedOn') style.basedOn = value
      else if (name === 'outlineLvl') style.outline = Number(value)
      else if (name === 'numId') style.list = value
      else if (name === 'ilvl') style.level = Number(value) || 0
    },
    close(name) {
      if (name === 'style') style = null
    },
  })
}

function meaning(
  id: string,
  raw: ReadonlyMap<string, StyleDefinition>,
  numbering: Numbering,
): ParagraphStyle {
  const line: StyleDefinition[] = []
  for (let style = raw.get(id); style !== undefined && line.length < MAX_INHERITANCE; ) {
    line.push(style)
    style = style.basedOn === null ? undefined : raw.get(style.basedOn)
  }
  const has = (pattern: RegExp) => line.some((style) => pattern.test(style.name))
  return {
    heading: firstHeading(line),
    isCode: has(/^(?:html preformatted|plain text|source code|code\b|macro)/),
    isQuote: has(/(?:^|\s)(?:quote|block text|quotations)$/),
    isContents: has(/^toc \d|^table of (?:figures|contents|authorities)/),
    list: listOf(line, numbering),
  }
}

/** Styles without a level of their own have that of the list which names them. */
function listOf(line: readonly StyleDefinition[], numbering: Numbering): ParagraphStyle['list'] {
  const id = line.find((style) => style.list !== null)?.list ?? null
  if (id === null) return null
  const named = line.find((style) => style.level !== null)?.level
  const levels = numbering.get(id)?.levels ?? []
  const level = named ?? levels.findIndex((each) => line.some((style) => style.id === each?.style))
  return { id, level: Math.max(0, level) }
}

function firstHeading(line: readonly StyleDefinition[]): number | null {
  for (const style of line) {
    // Built-in names stay English in every language of Word.
    const named = /^heading ([1-9])$/.exec(style.name)?.[1]
    if (named !== undefined) return Number(named)
    if (style.name === 'title') return 1
    if (style.outline !== null) return style.outline < 9 ? style.outline + 1 : null
  }
  return null
}
