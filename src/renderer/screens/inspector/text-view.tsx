import {
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { DocumentLayout, TextPart } from '../../../shared/contract/document-layout'
import { assertNever, toErrorShape } from '../../../shared/errors'
import { loadText } from '../../stores/library'
import { leaveTo, type ShownPlace } from '../../stores/page'
import { text } from '../../text/text'
import { Highlight } from '../../ui/highlight'
import { Markdown } from '../../ui/markdown'
import { Notice } from '../../ui/notice'
import type { TextRange } from '../../ui/text-ranges'
import { VirtualList } from '../../ui/virtual-list'
import { whileWanted } from '../../ui/while-wanted'
import type { Marks } from './marks'
import { wholeTable } from './whole-table'

/** Pixels that a part takes before it is drawn: about a screen of text. */
const usualHeight = 640
/** Parts beyond the view that are drawn: each is a screen or more, and one of a table takes a long look at its Markdown. */
const beyondView = 2

/** The extracted text of a document, part by part, with what is marked in it. */
export function TextView({
  place,
  marks,
  layout,
  children,
}: {
  readonly place: ShownPlace
  readonly marks: Marks
  readonly layout: DocumentLayout
  /** What stands above the text. */
  readonly children?: ReactNode
}) {
  const { documentId, title, passage, page } = place
  const { parts, pages } = layout
  const start = passage?.start ?? pages.find((each) => each.page === page)?.start ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same place asked for again moves the view too
  const goTo = useMemo(() => ({ index: partAt(parts, start) }), [place, parts, start])
  const pageStarts = useMemo(() => new Map(pages.map((each) => [each.start, each.page])), [pages])
  const leftBehind = useRef<object>(null)
  const t = text()
  return (
    <div className="document-view">
      {children}
      <VirtualList
        label={t.viewer.text(title)}
        items={parts}
        itemKey={(part) => String(part.start)}
        estimateHeight={usualHeight}
        overscan={beyondView}
        goTo={goTo}
        paddingEnd={24}
        renderItem={(part, index) => (
          <>
            {pageStarts.has(part.start) && (
              <p className="document-page">{t.library.page(pageStarts.get(part.start) ?? 0)}</p>
            )}
            <PartView
              documentId={documentId}
              layout={layout}
              part={part}
              index={index}
              marks={marks}
              // The first part of the passage brings it into view.
              jump={passage !== null && part.start <= passage.start && part.end > passage.start ? goTo : null}
              leftBehind={leftBehind}
            />
          </>
        )}
      />
    </div>
  )
}

/** The words of a part, with the head that they go on with in front. */
interface PartText {
  readonly head: string
  readonly words: string
}

const PartView = memo(function PartView({
  documentId,
  layout,
  part,
  index,
  marks,
  jump,
  leftBehind,
}: {
  readonly documentId: string
  readonly layout: DocumentLayout
  readonly part: TextPart
  /** Of `part` in the layout. */
  readonly index: number
  readonly marks: Marks
  readonly jump: object | null
  /** The jump after which the person went on: a mark that comes back does not take them back to it. */
  readonly leftBehind: RefObject<object | null>
}) {
  const [loaded, setLoaded] = useState<PartText>()
  const [problem, setProblem] = useState<string>()
  const body = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      whileWanted(loadPart(documentId, part), setLoaded, (error) => setProblem(toErrorShape(error).message)),
    [documentId, part],
  )
  const { form, keepsLines, parts } = layout
  const headLength = form === 'markdown' ? (loaded?.head.length ?? 0) : 0
  // Going from one match to the next changes `active` alone, and parts without either stay as they are drawn.
  const there = useMemo(() => marks.ranges.filter((range) => overlaps(part, range)), [marks.ranges, part])
  const ranges = useMemo(
    () => there.map((range) => within(range, part, headLength)),
    [there, part, headLength],
  )
  const tableAt = useCallback(
    (place: number) => {
      const start = place < headLength ? (part.head?.start ?? 0) : part.start + place - headLength
      const table = wholeTable(parts, index, start)
      return table === null ? undefined : () => loadRange(documentId, table)
    },
    [documentId, parts, part, index, headLength],
  )
  const lookedAt = marks.ranges[marks.active]
  const active = lookedAt === undefined ? -1 : there.indexOf(lookedAt)
  // biome-ignore lint/correctness/useExhaustiveDependencies: text or a mark that has come, or another wish, is the reason to move
  useEffect(() => {
    const mark = body.current?.querySelector('.ui-mark-active')
    if (jump === null || jump === leftBehind.current || !mark) return
    return keepInView(mark, () => {
      leftBehind.current = jump
    })
  }, [jump, loaded, active])

  if (problem !== undefined) return <Notice tone="danger" title={problem} />
  if (loaded === undefined) return <div className="document-part-waiting" style={{ height: usualHeight }} />
  const { head, words } = loaded
  switch (form) {
    case 'markdown':
      return (
        <div ref={body} className="document-part">
          <Markdown
            text={head + words}
            onLink={leaveTo}
            marked={ranges}
            active={active}
            keepsLines={keepsLines}
            wholeTable={tableAt}
            hasFrontMatter={part.start === 0 && !keepsLines}
          />
        </div>
      )
    case 'code':
      return (
        <div ref={body} className="document-part document-code">
          <CodeLines words={words} firstLine={part.line ?? 1} ranges={ranges} active={active} />
        </div>
      )
    case 'plain':
      return (
        <div ref={body} className="document-part document-text">
          <Highlight text={words} ranges={ranges} active={active} />
        </div>
      )
    default:
      return assertNever(form)
  }
})

function CodeLines({
  words,
  firstLine,
  ranges,
  active,
}: {
  readonly words: string
  readonly firstLine: number
  readonly ranges: readonly TextRange[]
  readonly active: number
}) {
  const lines: { readonly start: number; readonly line: string }[] = []
  let start = 0
  for (const line of words.replace(/\n$/u, '').split('\n')) {
    lines.push({ start, line })
    start += line.length + 1
  }
  return lines.map((each, index) => (
    <div key={each.start} className="document-line">
      <span className="document-line-number" aria-hidden data-line={firstLine + index} />
      <code>
        <Highlight
          text={each.line}
          ranges={ranges.map(({ start: from, end }) => ({ start: from - each.start, end: end - each.start }))}
          active={active}
        />
      </code>
    </div>
  ))
}

/** Keeps a mark in the middle while parts around it get their real heights, until the person takes over, which is told. */
function keepInView(mark: Element, onTakenOver: () => void): () => void {
  const list = mark.closest('.ui-list-body')
  const show = () => mark.scrollIntoView({ block: 'center' })
  show()
  const observer = new ResizeObserver(show)
  if (list) observer.observe(list)
  const ended = new AbortController()
  const end = () => {
    observer.disconnect()
    ended.abort()
  }
  const leave = () => {
    end()
    onTakenOver()
  }
  for (const type of ['wheel', 'pointerdown', 'keydown', 'touchstart'])
    window.addEventListener(type, leave, { capture: true, passive: true, signal: ended.signal })
  return end
}

async function loadPart(documentId: string, { start, end, head }: TextPart): Promise<PartText> {
  const [words, before] = await Promise.all([
    loadText(documentId, start, end - start),
    head === undefined ? undefined : loadText(documentId, head.start, head.end - head.start),
  ])
  return { head: before?.text ?? '', words: words.text }
}

/** Characters that are asked for at once. */
const loadedAtOnce = 200_000

async function loadRange(documentId: string, { start, end }: TextRange): Promise<string> {
  let words = ''
  for (let at = start; at < end; at = start + words.length) {
    const piece = await loadText(documentId, at, Math.min(end - at, loadedAtOnce))
    // A document that has changed since has less.
    if (piece.text === '') break
    words += piece.text
  }
  return words
}

function overlaps(part: TextRange, range: TextRange): boolean {
  return part.start < range.end && part.end > range.start
}

/** A range as it lies in what is drawn of a part, which may begin with a head. */
function within({ start, end }: TextRange, part: TextRange, headLength: number): TextRange {
  return { start: Math.max(0, start - part.start) + headLength, end: end - part.start + headLength }
}

/** The part in which a place lies; parts are in order and without gaps. */
function partAt(parts: readonly TextPart[], place: number): number {
  let low = 0
  let high = parts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((parts[middle]?.start ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}
