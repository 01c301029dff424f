import { flatText } from './flat-text'
import { plainInline } from './plain-inline'

// The words behind a fence have no backtick: else it is code within a line (CommonMark 4.5). It may stand in a quotation.
const fence = /^[ \t]*(?:>[ \t]*)*(`{3,}|~{3,})([^`\n]*)$/u
/** What draws a line across, or makes the line above it a heading. */
const rule = /^[ \t]*(?:(?:[-*_][ \t]*){3,}|=+)$/u
/** Another comment may not begin in one, so that each of many that never end is looked at once. */
const comment = /<!--(?:(?!<!--)[\s\S])*?-->/gu
/** Where a link leads that names it elsewhere; a footnote is written alike (CommonMark 4.7). */
const definition = /^([ \t]*)\[\^?([^[\]\n]+)\]:(?=[ \t])/u
/** The marks that may close a heading (CommonMark 4.2). */
const closed = /^([ \t]*#{1,6}[ \t].*?)[ \t]+#+[ \t]*$/u

/** A text of Markdown in one line, for lists: its words, without the marks of blocks, of code, of emphasis and of links. */
export function inOneLine(markdown: string): string {
  return flatText(codeApart(markdown.replace(comment, '')).map(inWords).join('\n'))
}

interface Stretch {
  readonly isCode: boolean
  readonly lines: readonly string[]
}

/** What is between fences and what is not. A text that was cut may begin or end in code, of which no mark tells. */
function codeApart(text: string): readonly Stretch[] {
  const stretches: Stretch[] = []
  let lines: string[] = []
  let open: string | null = null
  const end = (isCode: boolean) => {
    stretches.push({ isCode, lines })
    lines = []
  }
  for (const line of text.split('\n')) {
    const [, mark = '', language = ''] = fence.exec(line) ?? []
    if (mark === '') lines.push(line)
    else if (open === null || language.trim() !== '') {
      // Code that is begun while some is open: what seemed to open that did close it.
      end(false)
      open = mark
    } else if (mark.startsWith(open)) {
      end(true)
      open = null
    }
  }
  end(false)
  return stretches
}

function inWords({ isCode, lines }: Stretch): string {
  if (isCode) return lines.join('\n')
  const bare = lines
    .filter((line) => !rule.test(line))
    .map((line) => line.replace(definition, '$1$2:').replace(closed, '$1'))
  return plainInline(bare.join('\n'))
}
