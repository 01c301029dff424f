import { ChevronLeft, ChevronRight, MessageSquareQuote, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { toErrorShape } from '../../../shared/errors'
import { loadPage } from '../../stores/library'
import type { ShownPlace } from '../../stores/page'
import { attachmentsText } from '../../text/attachments'
import { text } from '../../text/text'
import { CopyButton } from '../../ui/copy-button'
import { IconButton } from '../../ui/icon-button'
import { Notice } from '../../ui/notice'
import { ProgressBar } from '../../ui/progress-bar'
import { InspectorFrame } from './inspector-frame'

type Page = Awaited<ReturnType<typeof loadPage>>

/** Widths of the page in parts of the panel's width. */
const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]
const fitWidth = zooms.indexOf(1)
/** Pixels of the picture at zoom 1: sharp on a dense screen in a wide panel. */
const pictureWidth = 1200
const largestPicture = 3000

/** The real page of a document with the passage marked on it. */
export function PageView({
  place,
  title,
  pages,
  tools,
  panel,
  onAsk,
  onLocked,
}: {
  readonly place: ShownPlace
  readonly title: ReactNode
  readonly pages: number
  /** Buttons at the end of the toolbar. */
  readonly tools: ReactNode
  readonly panel: ReactNode
  readonly onAsk: (page: number) => void
  /** The pages can't be drawn without a password. */
  readonly onLocked: () => void
}) {
  const [number, setNumber] = useState(place.page ?? 1)
  const [zoom, setZoom] = useState(fitWidth)
  const [page, setPage] = useState<Page>()
  const [loading, setLoading] = useState(true)
  const [problem, setProblem] = useState<string>()
  const frame = useRef<HTMLDivElement>(null)
  const { documentId, passage } = place
  const scale = zooms[zoom] ?? 1

  // Another citation of the same document moves the view; the same one again brings it back.
  const [shown, setShown] = useState(place)
  if (shown !== place) {
    setShown(place)
    if (place.page !== null) setNumber(place.page)
  }

  useEffect(() => {
    let current = true
    setLoading(true)
    loadPage(documentId, number, Math.min(largestPicture, Math.round(pictureWidth * scale)), passage).then(
      (loaded) => {
        if (!current) return
        setPage(loaded)
        setProblem(undefined)
        setLoading(false)
      },
      (error: unknown) => {
        if (!current) return
        const { code, message } = toErrorShape(error)
        if (code === 'locked') return onLocked()
        setProblem(message)
        setLoading(false)
      },
    )
    return () => {
      current = false
    }
  }, [documentId, number, scale, passage, onLocked])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page or passage is the reason to scroll
  useEffect(() => {
    const mark = frame.current?.querySelector('.page-mark')
    if (mark) mark.scrollIntoView({ block: 'center' })
    else frame.current?.scrollTo({ top: 0 })
  }, [page])

  const go = (to: number) => setNumber(Math.max(1, Math.min(pages, to)))
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
          <span className="inspector-toolbar-end">
            <IconButton
              icon={ZoomOut}
              label={t.zoomOut}
              size="sm"
              disabled={zoom === 0}
              onClick={() => setZoom(zoom - 1)}
            />
            <IconButton
              icon={ZoomIn}
              label={t.zoomIn}
              size="sm"
              disabled={zoom === zooms.length - 1}
              onClick={() => setZoom(zoom + 1)}
            />
            <IconButton
              icon={MoveHorizontal}
              label={t.fitWidth}
              size="sm"
              disabled={zoom === fitWidth}
              onClick={() => setZoom(fitWidth)}
            />
            {page && <CopyButton text={page.text} label={t.copyText} />}
            <IconButton
              icon={MessageSquareQuote}
              label={attachmentsText().attachPage(number)}
              size="sm"
              onClick={() => onAsk(number)}
            />
            {tools}
          </span>
        </>
      }
    >
      <div className="page-frame" ref={frame} aria-busy={loading}>
        {loading && (
          <div className="page-loading">
            <ProgressBar label={text().app.loading} labelHidden />
          </div>
        )}
        {problem !== undefined && <Notice tone="danger" title={problem} />}
        {page && problem === undefined && (
          <figure
            className="page"
            style={{ width: `${scale * 100}%`, aspectRatio: `${page.width} / ${page.height}` }}
          >
            <img src={page.image} alt={t.image(place.title, page.page)} draggable={false} />
            {page.highlights.map((rect) => (
              <span
                key={`${rect.left} ${rect.top} ${rect.width}`}
                className="page-mark"
                style={{
                  left: `${rect.left * 100}%`,
                  top: `${rect.top * 100}%`,
                  width: `${rect.width * 100}%`,
                  height: `${rect.height * 100}%`,
                }}
              />
            ))}
            <figcaption className="visually-hidden">
              <h3>{t.pageText}</h3>
              {page.text}
            </figcaption>
          </figure>
        )}
      </div>
    </InspectorFrame>
  )
}

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
    const wanted = Number.parseInt(typed, 10)
    if (Number.isNaN(wanted)) setTyped(String(number))
    else onGo(wanted)
  }
  return (
    <form className="page-number" onSubmit={go}>
      <input
        aria-label={t.page}
        inputMode="numeric"
        value={typed}
        size={Math.max(2, String(pages).length)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => go()}
      />
      <span>{t.of(pages)}</span>
    </form>
  )
}
