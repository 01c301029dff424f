import { ImageOff } from 'lucide-react'
import {
  type ComponentProps,
  createContext,
  Fragment,
  isValidElement,
  memo,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import type ReactMarkdown from 'react-markdown'
import type { Components, ExtraProps } from 'react-markdown'
import { findNoteLinks, type NoteLinkMark } from '../../shared/markdown/note-links'
import { type CitationMark, findCitations } from '../../shared/run/citation-marks'
import { revealAsText } from '../../shared/text/reveal-hidden'
import { classNames } from './class-names'
import { CodeBlock } from './code-block'
import { CopyButton } from './copy-button'
import { Diagram } from './diagram'
import { Formula } from './formula'
import { drawFrontMatter } from './front-matter'
import { HiddenText } from './hidden-text'
import { keepLines } from './keep-lines'
import { linkNotes, noteLinkElement } from './link-notes'
import { markSource } from './mark-source'
import { drawBlocks, type MarkdownBlocks } from './markdown-blocks'
import { MarkdownLink, openableAddress } from './markdown-link'
import { ListItem, type OnTick, ParsedFrom, TaskBox, Ticking } from './markdown-task'
import { noteLinkGrammar } from './note-link-grammar'
import { createParsedAhead } from './parsed-ahead'
import { hiddenElement } from './reveal-in-text'
import { ScrollArea } from './scroll-area'
import { tableCsv, writtenTableCsv } from './table-csv'
import type { TextRange } from './text-ranges'
import { useWords } from './words'
import { wordsOf } from './words-of'
import './markdown.css'

/** Props of {@link Markdown}. */
export interface MarkdownProps {
  readonly text: string
  /** A click on a link; without it links say where they lead and do nothing. */
  readonly onLink?: (href: string) => void
  /** Draws `[Title, p. N]`; give back null to leave it as text. */
  readonly renderCitation?: (citation: CitationMark) => ReactNode
  /** Draws `[[Title]]`, which leads to another note; without it that is left as text. */
  readonly renderNoteLink?: (link: NoteLinkMark) => ReactNode
  /** A tick at the box of a task; without it the boxes can't be ticked. */
  readonly onTick?: OnTick
  /** Ends with a caret while text arrives. */
  readonly streaming?: boolean
  readonly className?: string
  /** Ranges of `text` to be marked in what is drawn; citations are then left as text. */
  readonly marked?: readonly TextRange[]
  /** Index in `marked` of the one that is being looked at. */
  readonly active?: number
  /** Whether each line of `text` is one to whoever wrote it, so that all are drawn as lines. */
  readonly keepsLines?: boolean
  /** Where `text` ends within the table that begins at a place of it: loads that table's Markdown as a whole. */
  readonly wholeTable?: (place: number) => (() => Promise<string>) | undefined
  /** Whether `text` is a whole file or note, which may say things about itself above its first line. */
  readonly hasFrontMatter?: boolean
}

function isMath(node: ReactNode, kind: string): boolean {
  return (
    isValidElement<{ readonly className?: string }>(node) && node.props.className?.includes(kind) === true
  )
}

function holdsMark(node: ReactNode): boolean {
  if (Array.isArray(node)) return node.some(holdsMark)
  if (!isValidElement<{ readonly children?: ReactNode; readonly node?: { readonly tagName: string } }>(node))
    return false
  return node.props.node?.tagName === 'mark' || holdsMark(node.props.children)
}

/** An image's address would be fetched the moment it is shown, and so tell someone: only its description is drawn. */
function ImageChip({
  alt,
  src,
  onLink,
}: {
  readonly alt: string
  readonly src: string
  readonly onLink?: (href: string) => void
}) {
  const words = useWords()
  return (
    <span className="ui-md-image">
      <ImageOff size={13} aria-hidden />
      <span>{alt ? <HiddenText text={alt} /> : words.image}</span>
      {openableAddress(src) ? (
        <MarkdownLink href={src} words={src} onOpen={onLink}>
          {revealAsText(src)}
        </MarkdownLink>
      ) : (
        <span className="ui-md-address">{revealAsText(src)}</span>
      )}
    </span>
  )
}

/** Addresses are checked where they are drawn; here they stay as they are, so that they can be shown. */
const keepAddress = (url: string) => url

/** What the elements of a text need from whoever shows it. */
const Surroundings = createContext<
  Pick<MarkdownProps, 'onLink' | 'renderCitation' | 'renderNoteLink' | 'wholeTable'>
>({})

function Link({ href = '', children }: ComponentProps<'a'>) {
  const { onLink } = useContext(Surroundings)
  if (href.startsWith('#')) return <span>{children}</span>
  return (
    <MarkdownLink href={href} words={wordsOf(children)} onOpen={onLink}>
      {children}
    </MarkdownLink>
  )
}

function Picture({ alt = '', src = '' }: ComponentProps<'img'>) {
  const { onLink } = useContext(Surroundings)
  return <ImageChip alt={alt} src={typeof src === 'string' ? src : ''} onLink={onLink} />
}

function Cited({ children, node }: ComponentProps<'cite'> & ExtraProps) {
  const { renderCitation } = useContext(Surroundings)
  const [mark] = findCitations(wordsOf(children))
  const index = Number(node?.properties.dataIndex ?? 0)
  const drawn = typeof mark === 'object' ? renderCitation?.({ ...mark, index }) : null
  return drawn ?? <span>{children}</span>
}

function ToNote({ children }: ComponentProps<'dfn'>) {
  const { renderNoteLink } = useContext(Surroundings)
  const [link] = findNoteLinks(wordsOf(children))
  return typeof link === 'object' ? renderNoteLink?.(link) : children
}

function Marked({ children, node }: ComponentProps<'mark'> & ExtraProps) {
  const isActive = node?.properties.dataActive === true
  return <mark className={classNames('ui-mark', isActive && 'ui-mark-active')}>{children}</mark>
}

function Hidden({ children }: ComponentProps<'data'>) {
  return <HiddenText text={wordsOf(children)} />
}

function Code({ children, className: kinds }: ComponentProps<'code'>) {
  if (kinds?.includes('math-inline')) return <Formula tex={wordsOf(children)} block={false} />
  // One that is set apart within a paragraph.
  if (kinds?.includes('math-display')) return <Formula tex={wordsOf(children)} block />
  return <code className={kinds}>{children}</code>
}

const closingFence = '```'

/** Whether a block of code has its last line: while a text arrives, it may be half a block. */
function isClosed(node: ExtraProps['node'], code: string): boolean {
  const { start, end } = node?.position ?? {}
  if (start === undefined || end === undefined) return false
  const lines = code === '' ? 0 : code.split('\n').length
  // A block without its last line ends at the beginning of a line, or in its code.
  return end.line - start.line + 1 === lines + 2 && end.column > closingFence.length
}

function Preformatted({ children, node }: ComponentProps<'pre'> & ExtraProps) {
  // Marks in it would be lost in a block that takes its words alone.
  if (holdsMark(children))
    return (
      <figure className="ui-code">
        <pre className="ui-code-text">{children}</pre>
      </figure>
    )
  const language = isValidElement<{ readonly className?: string }>(children)
    ? /language-(\S+)/.exec(children.props.className ?? '')?.[1]
    : undefined
  const code = wordsOf(children).replace(/\n$/, '')
  if (isMath(children, 'math-display')) return <Formula tex={code} block />
  if (language === 'mermaid' && isClosed(node, code)) return <Diagram code={code} />
  return <CodeBlock code={code} label={language} language={language} />
}

function Table({ children, node }: ComponentProps<'table'> & ExtraProps) {
  const words = useWords()
  const from = useContext(ParsedFrom)
  const { wholeTable } = useContext(Surroundings)
  const offset = node?.position?.start.offset
  const load = offset === undefined ? undefined : wholeTable?.(from + offset)
  return (
    <figure className="ui-md-figure">
      <ScrollArea as="div" className="ui-md-table">
        <table>{children}</table>
      </ScrollArea>
      {node && (
        <span className="ui-md-csv">
          <CopyButton
            text={async () => (load === undefined ? tableCsv(node) : writtenTableCsv(await load()))}
            label={words.copyCsv}
          />
        </span>
      )}
    </figure>
  )
}

/** The same for every text: another function would be another element, and all of a text drawn anew as it grows. */
const components: Components = {
  // An answer's headings lie below those of the page.
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
  a: Link,
  img: Picture,
  cite: Cited,
  [noteLinkElement]: ToNote,
  mark: Marked,
  [hiddenElement]: Hidden,
  code: Code,
  pre: Preformatted,
  table: Table,
  input: TaskBox,
  li: ListItem,
}

type Drawing = ComponentProps<typeof ReactMarkdown>['rehypePlugins']

const drawing: ComponentProps<typeof ReactMarkdown> = {
  urlTransform: keepAddress,
  components,
}

const ahead = createParsedAhead((text) => drawBlocks(text, drawing, null))

/** Parses a text that will be shown, so that showing it takes less. */
export const parseAhead = ahead.add
/** Whether that is done. */
export const isParsed = ahead.has

/** Markdown from outside: no image is loaded, HTML is shown as text, links and citations are the caller's to open. */
export const Markdown = memo(function Markdown({
  text,
  onLink,
  renderCitation,
  renderNoteLink,
  onTick,
  streaming,
  className,
  marked,
  active,
  keepsLines = false,
  wholeTable,
  hasFrontMatter = false,
}: MarkdownProps) {
  const words = useWords()
  const surroundings = useMemo(
    () => ({ onLink, renderCitation, renderNoteLink, wholeTable }),
    [onLink, renderCitation, renderNoteLink, wholeTable],
  )
  const before = useRef<MarkdownBlocks | null>(null)
  const hasNoteLinks = renderNoteLink !== undefined
  const isPlain = marked === undefined && !keepsLines && !hasFrontMatter && !hasNoteLinks
  const whole = useMemo(() => {
    if (isPlain) return ahead.get(text) ?? drawBlocks(text, drawing, before.current)
    const marking: Drawing = [[markSource, { source: text, ranges: marked ?? [], active }]]
    const instead = marked === undefined ? (hasNoteLinks ? [linkNotes] : undefined) : marking
    const options = {
      ...drawing,
      ...(instead === undefined ? {} : { rehypePlugins: instead }),
      remarkPlugins: [
        ...(keepsLines ? [keepLines] : []),
        ...(hasFrontMatter ? [drawFrontMatter] : []),
        ...(hasNoteLinks ? [noteLinkGrammar] : []),
      ],
    }
    return drawBlocks(text, options, null)
  }, [text, isPlain, marked, active, keepsLines, hasFrontMatter, hasNoteLinks])
  useEffect(() => {
    before.current = isPlain ? whole : null
  }, [whole, isPlain])
  const drawn = useMemo(
    () =>
      whole.blocks.map(({ start: place, parsedFrom, drawn: block }, index) => (
        <Fragment key={place}>
          {index > 0 && '\n'}
          <ParsedFrom value={parsedFrom}>{block}</ParsedFrom>
        </Fragment>
      )),
    [whole],
  )
  return (
    <div className={classNames('ui-md', streaming && 'ui-md-streaming', className)} lang={words.locale}>
      <Surroundings value={surroundings}>
        <Ticking value={onTick}>{drawn}</Ticking>
      </Surroundings>
    </div>
  )
})
