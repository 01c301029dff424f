import { ChevronLeft, ChevronRight, MessageSquareQuote, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { toErrorShape } from '../../../shared/errors'
import { loadMarks, loadPage } from '../../stores/library'
import type { ShownPlace } from '../../stores/page'
import { attachmentsText } from '../../text/attachments'
import { text } from '../../text/text'
import { CopyButton } from '../../ui/copy-button'
import { IconButton } from '../../ui/icon-button'
import { Notice } from '../../ui/notice'
import { ProgressBar } from '../../ui/progress-bar'
import { ScrollArea } from '../../ui/scroll-area'
import { InspectorFrame } from './inspector-frame'
import type { Marks } from './marks'
import { PageSheet } from './page-sheet'
import { type PageEdge, usePageTurning } from './use-page-turning'
import { type PageZoom, usePageZoom } from './use-page-zoom'
import './page-view.css'
import { whileWanted } from '../../ui/while-wanted'

type Page = Awaited<ReturnType<typeof loadPage>>

/** Pixels of the picture at zoom 1: sharp on a dense screen in a wide panel. */
const pictureWidth = 1200
const largestPicture = 3000

/** The real page of a document with what is marked on it. */
export function PageView({
  place,
  marks,
  title,
  pages: known,
  tools,
  panel,
  onAsk,
  onLocked,
}: {
  readonly place: ShownPlace
  readonly marks: Marks
  readonly title: ReactNode
  /** Null where the first page tells. */
  readonly pages: number | null
  /** Buttons at the end of the toolbar. */
  readonly tools?: ReactNode
  readonly panel: ReactNode
  /** Absent where its text is not known. */
  readonly onAsk?: (page: number) => void
  /** The pages can't be drawn without a password. */
  readonly onLocked: () => void
}) {
  const [number, setNumber] = useState(place.page ?? 1)
  const frame = useRef<HTMLElement>(null)
  /** What of the page comes into view once it is there. */
  const arriving = useRef<'mark' | PageEdge | null>('mark')
  const { documentId } = place
  const zoom = usePageZoom(frame)
  const { scale } = zoom

  // Another citation of the same document moves the view; the same one again brings it back.
  const [shown, setShown] = useState(place)
  if (shown !== place) {
    setShown(place)
    if (place.page !== null) setNumber(place.page)
  }

  const { page, loading, problem } = useLoadedPage(documentId, number, scale, onLocked)
  const pages = known ?? page?.pages ?? 1
  const marked = useMarkedPlaces(documentId, number, marks)
  const isThere = page?.page === number && marked !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: another place, or the same one again, is a reason to move
  useLayoutEffect(() => {
    arriving.current = 'mark'
  }, [place])
  // Before anything is drawn: a page that comes is not seen first where the one before it was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has come, or is asked for, is the reason to scroll
  useLayoutEffect(() => {
    if (!isThere || arriving.current === null) return
    zoom.forget()
    const mark = frame.current?.querySelector('.page-mark:not(.page-mark-other)')
    if (arriving.current === 'mark' && mark) mark.scrollIntoView({ block: 'center' })
    else frame.current?.scrollTo({ top: arriving.current === 'bottom' ? frame.current.scrollHeight : 0 })
    arriving.current = null
  }, [isThere, page, marked, place])

  const turnTo = (to: number, edge: PageEdge) => {
    arriving.current = edge
    // The same page again comes without loading.
    if (to === number) frame.current?.scrollTo({ top: edge === 'top' ? 0 : frame.current.scrollHeight })
    setNumber(Math.max(1, Math.min(pages, to)))
  }
  const go = (to: number) => turnTo(to, 'top')
  usePageTurning(frame, { number, pages, waiting: !isThere && problem === undefined, onTurn: turnTo })
  const t = text().viewer
  return (
    <InspectorFrame
      title={title}
      panel={panel}
      toolbar={
        <>
          <IconButton
            icon={ChevronLeft}
            label={t.previous}
            size="sm"
            disabled={number <= 1}
            onClick={() => go(number - 1)}
          />
          <PageNumber key={number} number={number} pages={pages} onGo={go} />
          <IconButton
            icon={ChevronRight}
            label={t.next}
            size="sm"
            disabled={number >= pages}
            onClick={() => go(number + 1)}
          />
          {/* That of the page in view: nothing beside it moves while the next one comes. */}
          {page && page.label !== null && (
            <span className="page-printed" title={t.printed(page.label)}>
              {t.printed(page.label)}
            </span>
          )}
          <span className="inspector-toolbar-end">
            <ZoomButtons {...zoom} />
            {page && onAsk && <CopyButton text={page.text} label={t.copyText} />}
            {onAsk && (
              <IconButton
                icon={MessageSquareQuote}
                label={attachmentsText().attachPage(number)}
                size="sm"
                onClick={() => onAsk(number)}
              />
            )}
            {tools}
          </span>
        </>
      }
    >
      <ScrollArea className="page-frame" ref={frame} aria-label={t.pages} aria-busy={loading}>
        {loading && (
          <div className="page-loading">
            <ProgressBar label={text().app.loading} labelHidden />
          </div>
        )}
        {problem !== undefined && <Notice tone="danger" title={problem} />}
        {page && problem === undefined && (
          <PageSheet
            page={page}
            title={place.title}
            scale={scale}
            marks={marks}
            places={page.page === number ? (marked ?? noPlaces) : noPlaces}
          />
        )}
      </ScrollArea>
    </InspectorFrame>
  )
}

/** They keep the focus at the end of their way, so that the keys go on. */
function ZoomButtons({ smaller, larger, fit }: PageZoom) {
  const t = text().viewer
  return (
    <>
      <IconButton
        icon={ZoomOut}
        label={t.zoomOut}
        shortcut="-"
        size="sm"
        aria-disabled={smaller === null}
        onClick={smaller ?? undefined}
      />
      <IconButton
        icon={ZoomIn}
        label={t.zoomIn}
        shortcut="Plus"
        size="sm"
        aria-disabled={larger === null}
        onClick={larger ?? undefined}
      />
      <IconButton
        icon={MoveHorizontal}
        label={t.fitWidth}
        shortcut="0"
        size="sm"
        aria-disabled={fit === null}
        onClick={fit ?? undefined}
      />
    </>
  )
}

/** A page as a picture of this scale with its text; the one before stays until it is here. */
function useLoadedPage(documentId: string, number: number, scale: number, onLocked: () => void) {
  const [page, setPage] = useState<Page>()
  const [loading, setLoading] = useState(true)
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    setLoading(true)
    return whileWanted(
      loadPage(documentId, number, Math.min(largestPicture, Math.round(pictureWidth * scale))),
      (loaded) => {
        setPage(loaded)
        setProblem(undefined)
        setLoading(false)
      },
      (error) => {
        const { code, message } = toErrorShape(error)
        if (code === 'locked') return onLocked()
        setProblem(message)
        setLoading(false)
      },
    )
  }, [documentId, number, scale, onLocked])
  return { page, loading, problem }
}

/** Where on a page marked ranges stand; null until that is known. */
function useMarkedPlaces(documentId: string, page: number, { ranges }: Marks) {
  const [found, setFound] = useState<{
    readonly page: number
    readonly ranges: Marks['ranges']
    readonly rects: Awaited<ReturnType<typeof loadMarks>>
  }>()
  useEffect(() => {
    if (ranges.length === 0) return
    const take = (rects: Awaited<ReturnType<typeof loadMarks>>) => setFound({ page, ranges, rects })
    // Where the page can't be read, loading it says why.
    return whileWanted(loadMarks(documentId, page, ranges), take, () => take([]))
  }, [documentId, page, ranges])
  if (ranges.length === 0) return noPlaces
  return found?.page === page && found.ranges === ranges ? found.rects : null
}

const noPlaces: Awaited<ReturnType<typeof loadMarks>> = []

function PageNumber({
  number,
  pages,
  onGo,
}: {
  readonly number: number
  readonly pages: number
  readonly onGo: (page: number) => void
}) {
  const [typed, setTyped] = useState(String(number))
  const t = text().viewer
  const go = (event?: FormEvent) => {
    event?.preventDefault()
    const given = Number.parseInt(typed, 10)
    const wanted = Number.isNaN(given) ? number : Math.max(1, Math.min(pages, given))
    setTyped(String(wanted))
    // Who only leaves the field stays where they read.
    if (event !== undefined || wanted !== number) onGo(wanted)
  }
  return (
    <form className="page-number" onSubmit={go}>
      <input
        aria-label={t.page}
        inputMode="numeric"
        value={typed}
        style={{ width: `calc(${Math.max(2, String(pages).length)}ch + 2 * var(--space-2) + 4px)` }}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => go()}
      />
      <span>{t.of(pages)}</span>
    </form>
  )
}
