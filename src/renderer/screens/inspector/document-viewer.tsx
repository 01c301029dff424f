import { ListTree, MessageSquare, Search, TriangleAlert } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Document } from '../../../shared/contract/document'
import type { DocumentLayout } from '../../../shared/contract/document-layout'
import { type ErrorShape, toErrorShape } from '../../../shared/errors'
import { deleteDocuments } from '../../stores/batches'
import { askAbout, attach } from '../../stores/conversations'
import {
  askPassword,
  loadLayout,
  openDocument,
  recognizeDocument,
  restartDocument,
  useLibrary,
} from '../../stores/library'
import { goTo, type ShownPlace, usePage } from '../../stores/page'
import { attempt, notify } from '../../stores/toasts'
import { attachmentsText } from '../../text/attachments'
import { libraryText } from '../../text/library'
import { recognitionText } from '../../text/recognition'
import { text } from '../../text/text'
import { warningsText } from '../../text/warnings'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Notice } from '../../ui/notice'
import { Spinner } from '../../ui/spinner'
import type { TextRange } from '../../ui/text-ranges'
import { useFindShortcut } from '../../ui/use-find-shortcut'
import { reasonOf } from '../library/reason-of'
import { DocumentOutline } from './document-outline'
import { DocumentSearch } from './document-search'
import { DocumentWarnings } from './document-warnings'
import { InspectorFrame } from './inspector-frame'
import { type Marks, noMarks } from './marks'
import { PageView } from './page-view'
import { SourceNotice } from './source-notice'
import { TextView } from './text-view'

/** A document at a place: its real page where it has pages, else its text. */
export function DocumentViewer({ place }: { readonly place: ShownPlace }) {
  const document = useLibrary(({ open }) => (open?.id === place.documentId ? open : undefined))
  const [problem, setProblem] = useState<ErrorShape>()
  const { documentId } = place
  const isGone = useLibrary(({ goneId }) => goneId === documentId)
  useEffect(() => {
    let current = true
    setProblem(undefined)
    openDocument(documentId).catch((error: unknown) => current && setProblem(toErrorShape(error)))
    return () => {
      current = false
    }
  }, [documentId])

  const title = <HiddenText text={place.title} />
  const t = text().viewer
  if (isGone) {
    return (
      <InspectorFrame title={title}>
        <Notice
          tone="info"
          title={t.gone}
          actions={
            <Button size="sm" onClick={() => goTo({ screen: 'activity' })}>
              {t.goneAction}
            </Button>
          }
        >
          {t.goneText}
        </Notice>
      </InspectorFrame>
    )
  }
  if (problem !== undefined) {
    return (
      <InspectorFrame title={title}>
        <Notice tone="danger" title={problem.message} />
      </InspectorFrame>
    )
  }
  if (!document) {
    return (
      <InspectorFrame title={title}>
        <Spinner />
      </InspectorFrame>
    )
  }
  if (document.status !== 'complete') {
    return (
      <InspectorFrame title={title}>
        <Notice
          tone={document.status === 'error' ? 'danger' : 'info'}
          title={document.status === 'error' ? t.failed : t.notReady}
          actions={<UnreadActions document={document} />}
        >
          {reasonOf(document)}
        </Notice>
      </InspectorFrame>
    )
  }
  return <OpenDocument key={document.updatedAt} place={place} title={title} document={document} />
}

/** What one can open above a document. */
type Panel = 'search' | 'outline' | 'warnings'

/** A document that can be read, with what one does with it. */
function OpenDocument({
  place,
  title,
  document,
}: {
  readonly place: ShownPlace
  readonly title: ReactNode
  readonly document: Document
}) {
  const [layout, setLayout] = useState<DocumentLayout>()
  const [problem, setProblem] = useState<string>()
  const [open, setOpen] = useState<Panel | null>(null)
  const [asText, setAsText] = useState(false)
  const showText = useCallback(() => setAsText(true), [])
  const { id } = document
  useEffect(() => {
    let current = true
    loadLayout(id, asText).then(
      (loaded) => current && setLayout(loaded),
      (error: unknown) => current && setProblem(toErrorShape(error).message),
    )
    return () => {
      current = false
    }
  }, [id, asText])

  // Where one went within the document, until something else is opened.
  const [asked, setAsked] = useState(place)
  const [shown, setShown] = useState(place)
  /** What the search marks while it is open; what it led to is no longer marked then. */
  const [found, setFound] = useState<Marks | null>(null)
  const [wasFound, setWasFound] = useState(false)
  if (asked !== place) {
    setAsked(place)
    setShown(place)
    setWasFound(false)
  }
  const move = (by: 'search' | 'list') => {
    return ({ start, end, page }: TextRange & { readonly page: number | null }) => {
      setShown({ ...place, page, passage: { start, end } })
      setWasFound(by === 'search')
    }
  }
  const go = move('list')
  const { passage } = shown
  const cited = useMemo(
    () => (passage === null || wasFound ? noMarks : { ranges: [passage], active: 0 }),
    [passage, wasFound],
  )
  const marks = found ?? cited
  const toggle = (panel: Panel) => setOpen(open === panel ? null : panel)
  const searchButton = useRef<HTMLButtonElement>(null)
  /** Counts how often the search was asked for by keys. */
  const [timesAsked, setTimesAsked] = useState(0)
  const isReading = useIsReading(place)
  useFindShortcut(() => {
    setOpen('search')
    setTimesAsked(timesAsked + 1)
  }, isReading)
  const ask = () => {
    askAbout(document)
    goTo({ screen: 'chat', id: null })
  }

  const askPage = (page: number) => {
    const { route } = usePage.getState()
    const conversation = route.screen === 'chat' ? route.id : null
    const attached = attach(conversation, [{ kind: 'page', documentId: id, title: document.title, page }])
    if (route.screen !== 'chat') goTo({ screen: 'chat', id: null })
    if (attached > 0) notify({ tone: 'success', title: attachmentsText().pageAttached(document.title, page) })
  }

  const t = text().viewer
  const tools = (
    <>
      <IconButton
        ref={searchButton}
        icon={Search}
        label={t.search}
        shortcut="Mod+F"
        size="sm"
        pressed={open === 'search'}
        onClick={() => toggle('search')}
      />
      {layout !== undefined && layout.outline.length > 0 && (
        <IconButton
          icon={ListTree}
          label={t.outline}
          size="sm"
          pressed={open === 'outline'}
          onClick={() => toggle('outline')}
        />
      )}
      {layout !== undefined && layout.warnings.length > 0 && (
        <IconButton
          icon={TriangleAlert}
          label={warningsText().title}
          size="sm"
          pressed={open === 'warnings'}
          onClick={() => toggle('warnings')}
        />
      )}
      <IconButton icon={MessageSquare} label={t.ask} size="sm" onClick={ask} />
    </>
  )
  const panel = (
    <>
      {open === 'search' && (
        <DocumentSearch
          documentId={id}
          timesAsked={timesAsked}
          onGo={move('search')}
          onMarks={setFound}
          onClose={() => {
            setOpen(null)
            searchButton.current?.focus()
          }}
        />
      )}
      {open === 'outline' && layout && <DocumentOutline outline={layout.outline} onGo={go} />}
      {open === 'warnings' && layout && <DocumentWarnings warnings={layout.warnings} onGo={go} />}
      {document.unreadPictures && (
        <Notice
          tone="info"
          title={recognitionText().someText}
          actions={<RecognizeButton id={document.id} />}
        />
      )}
      <SourceNotice document={document} />
    </>
  )
  if (layout?.drawn === true) {
    const pages = layout.pages.length
    return (
      <PageView
        {...{ place: shown, marks, title, pages, tools, panel }}
        onAsk={askPage}
        onLocked={showText}
      />
    )
  }
  return (
    <InspectorFrame
      title={title}
      toolbar={<span className="inspector-toolbar-end">{tools}</span>}
      panel={panel}
    >
      {problem !== undefined && <Notice tone="danger" title={problem} />}
      {layout === undefined && problem === undefined && <Spinner />}
      {layout && (
        <TextView place={shown} marks={marks} layout={layout}>
          {asText && <Notice tone="info" title={libraryText().unlock.asText} />}
        </TextView>
      )}
    </InspectorFrame>
  )
}

/**
 * Answers whether what one looks for is rather looked for in the document than in the conversation: beside a conversation
 * from when it was opened, or one went into it, until one goes back to the conversation.
 */
function useIsReading(place: ShownPlace): () => boolean {
  const reading = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place was opened just now
  useEffect(() => {
    reading.current = true
  }, [place])
  useEffect(() => {
    const look = ({ target }: Event) => {
      const side = target instanceof Element ? target.closest('main, .inspector') : null
      if (side !== null) reading.current = side.matches('.inspector')
    }
    window.addEventListener('focusin', look)
    window.addEventListener('pointerdown', look)
    return () => {
      window.removeEventListener('focusin', look)
      window.removeEventListener('pointerdown', look)
    }
  }, [])
  return () => reading.current || usePage.getState().route.screen !== 'chat'
}

/** What can be done with a document that was not read. */
function UnreadActions({ document }: { readonly document: Document }) {
  const t = text().library
  const hasEnded = document.status === 'error' || document.status === 'cancelled'
  return (
    <>
      {document.locked ? (
        <Button size="sm" onClick={() => askPassword(document)}>
          {libraryText().unlock.action}
        </Button>
      ) : document.unreadPictures ? (
        <RecognizeButton id={document.id} />
      ) : (
        hasEnded && (
          <Button size="sm" onClick={() => void attempt(restartDocument(document.id))}>
            {t.restart}
          </Button>
        )
      )}
      {hasEnded && (
        <Button size="sm" variant="ghost" onClick={() => void attempt(deleteDocuments([document.id]))}>
          {t.delete}
        </Button>
      )}
    </>
  )
}

function RecognizeButton({ id }: { readonly id: string }) {
  return (
    <Button size="sm" onClick={() => void attempt(recognizeDocument(id))}>
      {recognitionText().action}
    </Button>
  )
}
