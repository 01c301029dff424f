import { Download } from 'lucide-react'
import type { Document } from '../../../shared/contract/document'
import { useLibrary } from '../../stores/library'
import { saveOriginal } from '../../stores/original'
import { attempt } from '../../stores/toasts'
import { formatNumber } from '../../text/language'
import { libraryText } from '../../text/library'
import { text } from '../../text/text'
import { typeName } from '../../text/type-name'
import { Button } from '../../ui/button'
import { FileSize } from '../../ui/file-size'
import { HiddenText } from '../../ui/hidden-text'
import { RelativeTime } from '../../ui/relative-time'
import { RecordFact, TagsFact } from '../record-facts'

/** What is known of a document beside its text; a narrow table has no room for most of it. */
export function DocumentFacts({ document }: { readonly document: Document }) {
  const { column } = text().library
  const own = libraryText()
  const collection = useLibrary(({ collections }) =>
    collections.find(({ id }) => id === document.collectionId),
  )
  const { pages, chunks, tags, metadata } = document
  // Of a file that could not be read nobody knows it.
  const type = typeName(document.mime)
  return (
    <section className="document-panel" aria-label={text().viewer.about}>
      <dl className="document-facts">
        <RecordFact label={own.column.source}>
          <HiddenText text={document.shownSource ?? document.source} />
        </RecordFact>
        {collection && (
          <RecordFact label={own.column.collection}>
            <HiddenText text={collection.name} />
          </RecordFact>
        )}
        {type !== '' && <RecordFact label={own.column.type}>{type}</RecordFact>}
        {pages !== null && <RecordFact label={column.pages}>{formatNumber(pages)}</RecordFact>}
        {chunks > 0 && <RecordFact label={column.chunks}>{formatNumber(chunks)}</RecordFact>}
        <RecordFact label={column.size}>
          <FileSize bytes={document.size} />
        </RecordFact>
        <TagsFact label={own.column.tags} tags={tags} />
        {Object.entries(metadata).map(([key, value]) => (
          <RecordFact key={key} label={key}>
            <HiddenText text={value} />
          </RecordFact>
        ))}
        <RecordFact label={column.added}>
          <RelativeTime at={document.addedAt} />
        </RecordFact>
      </dl>
      {document.sha256 !== null && (
        <Button size="sm" icon={Download} onClick={() => void attempt(saveOriginal(document))}>
          {own.batch.saveOriginal}
        </Button>
      )}
    </section>
  )
}
