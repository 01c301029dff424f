import type { z } from 'zod'
import { formatNumber } from '../../renderer/text/language'
import { CodeBlock } from '../../renderer/ui/code-block'
import type { PageMark } from '../../renderer/ui/page-cells'
import { PageMap } from '../../renderer/ui/page-map'
import type { ToolOf } from '../../shared/tool/define'
import type libraryModule from './module'
import { useOpenDocument } from './views-documents'
import { text } from './views-text'

type OutputOf<Name extends 'read_document' | 'search_library'> = z.output<
  ToolOf<typeof libraryModule, Name>['output']
>

/** Which pages of one document a result is about; nothing where it has none. */
export function DocumentPages({
  document: { document_id, title },
  total,
  marks,
  what,
}: {
  readonly document: { readonly document_id: string; readonly title: string }
  /** Null where nobody knows how many pages there are. */
  readonly total: number | null
  readonly marks: readonly PageMark[]
  readonly what: 'read' | 'found' | 'used'
}) {
  const open = useOpenDocument()
  const all = total === null ? null : formatNumber(total)
  return (
    <PageMap
      label={text().pagesOf(title)}
      total={total}
      marks={marks}
      told={(pages) => text().pagesTold[what](pages, all)}
      countWords={(count) => (what === 'read' ? text().readPage : text().passageCount(count))}
      onOpen={(page) => open(document_id, title, page)}
    />
  )
}

/** The pages that passages are on, where all are of one document with pages; else null. */
export function pagesFound(results: OutputOf<'search_library'>['results']) {
  const [first] = results
  const marks = results.flatMap(({ page }) => (page === undefined ? [] : [{ page, count: 1 }]))
  const isOne = results.every(({ document_id }) => document_id === first?.document_id)
  return first !== undefined && isOne && marks.length > 0 ? { document: first, marks } : null
}

/** What was read of a document: the pages, and their text. */
export function ReadDocument({ output }: { readonly output: OutputOf<'read_document'> }) {
  const { start, end, total, places } = output
  // A place is a page of which something was read.
  const marks = places.map(({ page }) => ({ page, count: 1 }))
  return (
    <>
      <DocumentPages document={output} total={output.pages} marks={marks} what="read" />
      <CodeBlock code={output.text} />
      {end - start < total && <p className="ui-results-note">{text().charactersOf(start + 1, end, total)}</p>}
    </>
  )
}
