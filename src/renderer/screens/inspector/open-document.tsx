import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { Document } from '../../../shared/contract/document'
import type { ShownPlace } from '../../stores/page'
import { libraryText } from '../../text/library'
import { recognitionText } from '../../text/recognition'
import { Notice } from '../../ui/notice'
import { Spinner } from '../../ui/spinner'
import { useFindShortcut } from '../../ui/use-find-shortcut'
import { askAboutDocument, attachPage } from './ask-about-document'
import { DocumentFacts } from './document-facts'
import { DocumentOutline } from './document-outline'
import { DocumentSearch } from './document-search'
import { type DocumentPanel, DocumentTools } from './document-tools'
import { DocumentWarnings } from './document-warnings'
import { InspectorFrame } from './inspector-frame'
import { PageView } from './page-view'
import { SourceNotice } from './source-notice'
import { TextView } from './text-view'
import { RecognizeButton } from './unread-actions'
import { useDocumentLayout } from './use-document-layout'
import { useIsReading } from './use-is-reading'
import { useShownPlace } from './use-shown-place'

/** A document that can be read, with what one does with it. */
export function OpenDocument({
  place: opened,
  title,
  document,
}: {
  readonly place: ShownPlace
  readonly title: ReactNode
  readonly document: Document
}) {
  const { id } = document
  const [asText, setAsText] = useState(false)
  const showText = useCallback(() => setAsText(true), [])
  const { layout, problem } = useDocumentLayout(id, asText)
  const { place, marks, go, goToFound, markFound } = useShownPlace(opened)
  const [open, setOpen] = useState<DocumentPanel | null>(null)
  const searchButton = useRef<HTMLButtonElement>(null)
  /** Counts how often the search was asked for by keys. */
  const [timesAsked, setTimesAsked] = useState(0)
  const isReading = useIsReading(opened)
  useFindShortcut(() => {
    setOpen('search')
    setTimesAsked(timesAsked + 1)
  }, isReading)
  const closeSearch = () => {
    setOpen(null)
    searchButton.current?.focus()
  }

  const tools = (
    <DocumentTools
      layout={layout}
      open={open}
      searchRef={searchButton}
      onToggle={(panel) => setOpen(open === panel ? null : panel)}
      onAsk={() => askAboutDocument(document)}
    />
  )
  const panel = (
    <>
      {open === 'search' && (
        <DocumentSearch
          documentId={id}
          timesAsked={timesAsked}
          onGo={goToFound}
          onMarks={markFound}
          onClose={closeSearch}
        />
      )}
      {open === 'outline' && layout && <DocumentOutline outline={layout.outline} onGo={go} />}
      {open === 'warnings' && layout && <DocumentWarnings warnings={layout.warnings} onGo={go} />}
      {open === 'about' && <DocumentFacts document={document} />}
      {document.unreadPictures && (
        <Notice tone="info" title={recognitionText().someText} actions={<RecognizeButton id={id} />} />
      )}
      <SourceNotice document={document} />
    </>
  )
  if (layout?.drawn === true) {
    return (
      <PageView
        {...{ place, marks, title, tools, panel }}
        pages={layout.pages.length}
        onAsk={(page) => attachPage(document, page)}
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
        <TextView place={place} marks={marks} layout={layout}>
          {asText && <Notice tone="info" title={libraryText().unlock.asText} />}
        </TextView>
      )}
    </InspectorFrame>
  )
}
