import { frontMatterOf } from '../../shared/markdown/front-matter'

/** As much of a tree of Markdown as is needed here. */
interface MarkdownNode {
  type: string
  lang?: string
  value?: string
  position?: {
    readonly start: Place
    readonly end: Place
  }
  children?: MarkdownNode[]
}

interface Place {
  readonly line: number
  readonly column: number
  readonly offset?: number
}

/** As much of the processor that a plugin is added to as is needed here. */
interface Processor {
  parse(text: string): MarkdownNode
}

/**
 * A remark plugin for a text that is a file's or a note's: what it says about itself above its first line is drawn as it
 * is written. As Markdown it is a rule and a heading of all that stands above the second one.
 */
export function drawFrontMatter(this: Processor) {
  return (tree: MarkdownNode, file: { toString(): string }): void => {
    const source = file.toString()
    const length = frontMatterOf(source)?.length
    const first = tree.children?.[0]?.position?.start
    if (length === undefined || first === undefined) return
    const within = (tree.children ?? []).filter(({ position }) => (position?.start.offset ?? 0) < length)
    const last = within.at(-1)
    const end = last?.position?.end
    if (last === undefined || end === undefined) return
    const goesOn = (end.offset ?? 0) > length
    // Code and HTML that are not closed in it stay what they are.
    if (goesOn && (last.type === 'code' || last.type === 'html')) return
    const front = source.slice(0, length)
    const [, ...inner] = front.trimEnd().split('\n')
    const drawn: MarkdownNode = {
      type: 'code',
      lang: 'yaml',
      value: inner.slice(0, -1).join('\n'),
      position: { start: first, end: goesOn ? endOf(front) : end },
    }
    if (!goesOn) tree.children?.splice(0, within.length, drawn)
    else {
      // Three dots end nothing in Markdown: below lines that are empty instead, what follows is itself, in its place.
      const rest = this.parse(front.replace(/[^\r\n]/gu, ' ') + source.slice(length))
      tree.children = [drawn, ...(rest.children ?? [])]
    }
  }
}

/** Where the last line of these ends. */
function endOf(lines: string): Place {
  const written = lines.trimEnd()
  const last = written.lastIndexOf('\n') + 1
  return { line: written.split('\n').length, column: written.length - last + 1, offset: written.length }
}
