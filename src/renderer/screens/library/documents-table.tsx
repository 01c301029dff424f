import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Document } from '../../../shared/contract/document'
import type { DocumentSort } from '../../../shared/contract/document-table'
import { chooseAll, chooseRows, documentAt, showRows, sortTable, useDocuments } from '../../stores/documents'
import { useLibrary } from '../../stores/library'
import { inspectDocument, usePage } from '../../stores/page'
import { attempt } from '../../stores/toasts'
import { text } from '../../text/text'
import { ContextMenu, type MenuPlace } from '../../ui/context-menu'
import { VirtualTable } from '../../ui/virtual-table'
import { rowMenu } from './document-menu'
import { documentColumns } from './documents-columns'
import { dragDocuments } from './dragged-documents'
import { removeChosen, rename } from './row-actions'

/** The documents that are listed; a click opens one in the inspector. */
export function DocumentsTable({ count }: { readonly count: number }) {
  const { blocks, sort, filter, selected } = useDocuments()
  const collectionId = useLibrary((state) => state.collectionId)
  const opened = usePage(({ inspected }) => (inspected?.kind === 'document' ? inspected.documentId : null))
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const [menu, setMenu] = useState<{ readonly document: Document; readonly at: MenuPlace }>()
  const reasons = filter.status === 'error'
  const shown = useMemo(
    () => documentColumns({ selected, count, reasons, width }),
    [selected, count, reasons, width],
  )
  return (
    <div ref={frame} className="documents">
      <VirtualTable
        label={text().library.documents}
        columns={shown}
        count={count}
        rowAt={(index) => documentAt(blocks, index)}
        rowKey={(document) => document.id}
        rowHeight={40}
        minWidth={380}
        sort={sort}
        // The columns that can be sorted are named as the orders are.
        onSortChange={(next) => void attempt(sortTable(next as DocumentSort))}
        selected={selected}
        current={opened}
        onChoose={(cursor, by) => void attempt(chooseRows(cursor, by))}
        onChooseAll={() => void attempt(chooseAll())}
        onVisible={showRows}
        onOpen={(document) => inspectDocument(document)}
        onRename={rename}
        onMenu={(document, at) => setMenu({ document, at })}
        onDelete={(document) => void removeChosen(document)}
        onDragRow={dragDocuments}
        resetKey={JSON.stringify([collectionId, sort, filter])}
      />
      {menu && (
        <ContextMenu
          label={text().library.actions(menu.document.title)}
          items={rowMenu(menu.document, selected)}
          at={menu.at}
          onClose={() => setMenu(undefined)}
        />
      )}
    </div>
  )
}

/** The width of an element, kept up to date. */
function useWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return width
}
