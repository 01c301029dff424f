import { codeApart, type Stretch } from './code-apart'
import { flatStretches } from './flat-text'
import { type HtmlIn, plainInline } from './plain-inline'

/** What draws a line across, or makes the line above it a heading. */
const rule = /^[ \t]*(?:(?:[-*_][ \t]*){3,}|=+)$/u
/** Another comment may not begin in one, so that each of many that never end is looked at once. */
const comment = /<!--(?:(?!<!--)[\s\S])*?-->/gu
/** Where a link leads that names it elsewhere; a footnote is written alike (CommonMark 4.7). */
const definition = /^([ \t]*)\[\^?([^[\]\n]+)\]:(?=[ \t])/u
/** The marks that may close a heading (CommonMark 4.2). */
const closed = /^([ \t]*#{1,6}[ \t].*?)[ \t]+#+[ \t]*$/u

/**
 * A text of Markdown in one line, for lists: its words, without the marks of blocks, of emphasis and of links; code as it
 * is, and what looks like HTML where that is words.
 */
export function inOneLine(markdown: string, html: HtmlIn = 'html'): string {
  return stretchesInOneLine(
    codeApart(markdown).map((stretch) => ({ ...stretch, text: markdown.slice(stretch.start, stretch.end) })),
    html,
  )
}

/** As {@link inOneLine}, of a text or a part of one of which is known what is code. */
export function stretchesInOneLine(
  stretches: readonly (Stretch & { readonly text: string })[],
  html: HtmlIn = 'html',
): string {
  const defined = new Set(stretches.flatMap(({ isCode, text }) => (isCode ? [] : namesDefinedIn(text))))
  return flatStretches(
    stretches.map(({ isCode, text, quotations }) => ({
      isCode,
      text: isCode ? withoutQuotations(text, quotations) : inWords(text, defined, html),
    })),
  )
}

function withoutQuotations(code: string, quotations: number): string {
  return quotations === 0 ? code : code.replace(new RegExp(`^(?:[ \\t]*>){1,${quotations}}`, 'gmu'), '')
}

function namesDefinedIn(text: string): string[] {
  return text.split('\n').flatMap((line) => definition.exec(line)?.[2] ?? [])
}

function inWords(text: string, defined: ReadonlySet<string>, html: HtmlIn): string {
  const bare = (html === 'html' ? text.replace(comment, '') : text)
    .split('\n')
    .filter((line) => !rule.test(line))
    .map((line) => line.replace(definition, '$1$2:').replace(closed, '$1'))
  return plainInline(bare.join('\n'), defined, html)
}
