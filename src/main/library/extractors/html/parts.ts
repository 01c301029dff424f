import type { Element } from './elements'

const AROUND_ROLES = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
  'menu',
  'menubar',
])

/** Names that sites give to what stands around the content, after the lists that reader modes of browsers use. */
const AROUND_NAMES =
  /(?:^|[\s_-])(?:ad|ads|advert\w*|banner|breadcrumbs?|comments?|cookies?|consent|disqus|footer|menu|modal|nav\w*|newsletter|pagination|pager|popup|promo\w*|related|share|sharing|skip-link|social|sponsor\w*|subscribe|toolbar|widget)(?:$|[\s_-])/i
/** Sites call the column beside the content so, and books their boxes. */
const ASIDE_NAMES = /(?:^|[\s_-])sidebar(?:$|[\s_-])/i
/** Notes of a text are a part of it wherever they stand (docutils, DPUB-ARIA). */
const NOTE_NAMES = /(?:^|\s)footnotes?(?:[\s-]|$)/i
const NOTE_ROLES = new Set(['note', 'doc-footnote', 'doc-endnote', 'doc-endnotes'])
const MAIN_NAMES = /(?:^|[\s_-])(?:article|main|content|body|post|entry|story|text)(?:$|[\s_-])/i

/** Whether nobody sees it. */
export function isHidden(attributes: Record<string, string>): boolean {
  if (attributes.hidden !== undefined && attributes.hidden !== 'until-found') return true
  const { style } = attributes
  // KaTeX and MathJax draw a formula once more beside its MathML.
  if (attributes['aria-hidden'] === 'true' && DRAWN_FORMULA.test(attributes.class ?? '')) return true
  return style !== undefined && /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style)
}

const DRAWN_FORMULA = /(?:^|\s)(?:katex-html|mjx-chtml|MathJax_SVG)(?:\s|$)/

/** Whether a page calls it what people come to read. */
export function isMainPart(name: string, attributes: Record<string, string>): boolean {
  return (
    name === 'main' ||
    name === 'article' ||
    attributes.role === 'main' ||
    attributes.role === 'article' ||
    attributes.itemprop === 'articleBody'
  )
}

/** Whether it is what pages repeat around their content. */
export function isAroundPart(
  { name, isNamed }: Element,
  attributes: Record<string, string>,
  isInMain: boolean,
): boolean {
  if (name === 'nav') return true
  if ((name === 'footer' || name === 'header') && !isInMain) return true
  const { role } = attributes
  if (role !== undefined && AROUND_ROLES.has(role)) return true
  if (!isNamed) return false
  const names = namesOf(name, attributes)
  return names.length > 1 && AROUND_NAMES.test(names) && !MAIN_NAMES.test(names)
}

/** Whether it may stand around the content or explain it, which its links tell. */
export function isAside({ name, isNamed }: Element, attributes: Record<string, string>): boolean {
  const { role, class: names = '' } = attributes
  if (name === 'aside') return !NOTE_NAMES.test(names) && (role === undefined || !NOTE_ROLES.has(role))
  if (!isNamed) return false
  const own = namesOf(name, attributes)
  return own.length > 1 && ASIDE_NAMES.test(own)
}

/** The names that a site gave an element; programs make those of sections from their headings. */
function namesOf(name: string, { class: names = '', id = '' }: Record<string, string>): string {
  if (id === '') return names
  return name === 'section' || /(?:^|\s)section(?:\s|$)/.test(names) ? names : `${names} ${id}`
}
