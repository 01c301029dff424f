import { frontMatterOf } from '../../shared/front-matter'

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

/**
 * A remark plugin for a text that is a file's or a note's: what it says about itself above its first line is drawn as it
 * is written. As Markdown it is a rule and a heading of all that stands above the second one.
 */
export function drawFrontMatter() {
  return (tree: MarkdownNode, file: { toString(): string }): void => {
    const source = file.toString()
    const length = frontMatterOf(source)?.length
    const first = tree.children?.[0]?.position?.start
    if (length === undefined || first === undefined) return
    const within = (tree.children ?? []).filter(({ position }) => (position?.start.offset ?? 0) < length)
    const end = within.at(-1)?.position?.end
    // What goes on behind it, such as code that is never closed, stays what it is.
    if (end === undefined || (end.offset ?? 0) > length) return
    const [, ...inner] = source.slice(0, length).trimEnd().split('\n')
    const drawn: MarkdownNode = {
      type: 'code',
      lang: 'yaml',
      value: inner.slice(0, -1).join('\n'),
      position: { start: first, end },
    }
    tree.children?.splice(0, within.length, drawn)
  }
}
