import { Parser } from 'htmlparser2'

const SKIPPED = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'iframe',
  'object',
  'head',
  'select',
])
const BLOCKS = new Set(
  (
    'address article aside blockquote dd details div dl dt fieldset figcaption figure footer form header hr li ' +
    'main nav ol p pre section table tbody thead tr ul h1 h2 h3 h4 h5 h6 body'
  ).split(' '),
)
/** Between cells of a row a space is enough; a line per cell would tear a table apart. */
const SPACED = new Set(['td', 'th'])

/** Reads HTML as a stream of tags, in constant stack and little memory: words, paragraphs, headings as Markdown. */
export function htmlToText(html: string): {
  title: string | null
  language: string | null
  markdown: string
} {
  const parts: string[] = []
  let title = ''
  let language: string | null = null
  let skipped = 0
  let preformatted = 0
  let inTitle = false
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'html') language = attributes.lang?.trim() || null
      if (name === 'title' && title === '') inTitle = true
      if (SKIPPED.has(name)) skipped++
      if (name === 'pre') preformatted++
      if (skipped > 0) return
      if (name === 'br') parts.push('\n')
      else if (/^h[1-6]$/.test(name)) parts.push('\n\n', '#'.repeat(Number(name[1])), ' ')
      else if (name === 'li') parts.push('\n- ')
      else if (BLOCKS.has(name)) parts.push('\n\n')
      else if (SPACED.has(name)) parts.push(' ')
    },
    ontext(text) {
      if (inTitle) title += text
      else if (skipped === 0) parts.push(preformatted > 0 ? text : text.replace(/\s+/g, ' '))
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false
      if (SKIPPED.has(name)) skipped = Math.max(0, skipped - 1)
      if (name === 'pre') preformatted = Math.max(0, preformatted - 1)
      if (skipped === 0 && BLOCKS.has(name) && name !== 'li') parts.push('\n\n')
    },
  })
  parser.end(html)
  const markdown = parts
    .join('')
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n[ \t]+(?=[\p{L}\p{N}#-])/gu, '\n')
    .replace(/\n{3,}/g, '\n\n')
  return { title: title.trim() || null, language, markdown }
}

/** Whether elements are nested deeper than `limit`; looks no further than to the first that is. */
export function isNestedDeeper(html: string, limit: number): boolean {
  let depth = 0
  const parser = new Parser({
    onopentag() {
      depth++
      if (depth > limit) parser.pause()
    },
    onclosetag() {
      if (depth <= limit) depth--
    },
  })
  parser.write(html)
  return depth > limit
}
