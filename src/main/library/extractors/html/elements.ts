/** Elements whose content is not text to read. */
const DROPPED =
  'script style noscript template svg canvas iframe object embed select button datalist audio video map rt rp'.split(
    ' ',
  )

/** Elements that begin and end a paragraph. */
const PARAGRAPHS = (
  'address article aside body center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset ' +
  'header hgroup hr legend li main menu nav ol optgroup option p section summary tbody tfoot thead tr ul'
).split(' ')

/** Only boxes are judged by their names. */
const NAMED = ['div', 'section', 'ul', 'ol', 'aside', 'table', 'nav', 'footer', 'header']

/** Elements in whose text `&` is a letter like any other (HTML Living Standard 13.1.2.6). */
const VERBATIM = ['xmp', 'plaintext', 'noembed', 'noframes']

/** All others that mean something here. */
const OTHERS =
  'html title br h1 h2 h3 h4 h5 h6 a img pre code kbd samp blockquote td th caption sup sub math'.split(' ')

/** What an element is. The name that comes with a tag is cut out of the page; comparing these is much faster. */
export type Element = {
  readonly name: string
  readonly isDropped: boolean
  readonly isParagraph: boolean
  readonly isNamed: boolean
  readonly isVerbatim: boolean
}
const UNKNOWN: Element = {
  name: '',
  isDropped: false,
  isParagraph: false,
  isNamed: false,
  isVerbatim: false,
}
const ELEMENTS: ReadonlyMap<string, Element> = new Map(
  [...DROPPED, ...PARAGRAPHS, ...NAMED, ...VERBATIM, ...OTHERS].map((name) => [
    name,
    {
      name,
      isDropped: DROPPED.includes(name),
      isParagraph: PARAGRAPHS.includes(name),
      isNamed: NAMED.includes(name),
      isVerbatim: VERBATIM.includes(name),
    },
  ]),
)
/** What a tag's element is. */
export function elementOf(tag: string): Element {
  return ELEMENTS.get(tag) ?? UNKNOWN
}
