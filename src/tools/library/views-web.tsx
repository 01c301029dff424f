import { CircleAlert, FileText } from 'lucide-react'
import type { z } from 'zod'
import { messageInLanguage } from '../../renderer/text/sentences'
import { ResultList } from '../../renderer/ui/result-list'
import { useToolViewActions } from '../../renderer/ui/tool-view'
import type libraryModule from './module'
import { text } from './views-text'

type FetchTool = Extract<(typeof libraryModule)['tools'][number], { name: 'fetch_web_content' }>
/** What fetching pages came to. */
export type FetchedPages = z.output<FetchTool['output']>

/** The pages that were fetched, each with its address and what became of it. */
export function PagesResult({ output }: { readonly output: FetchedPages }) {
  const { openDocument } = useToolViewActions()
  return (
    <ResultList
      label={text().pages}
      items={output.pages.map(({ url, document_id: documentId, title, status, outcome, error, said }) => ({
        key: url,
        icon: documentId === null ? CircleAlert : FileText,
        title: documentId === null ? url : title,
        meta:
          documentId === null || outcome === 'unchanged' || outcome === 'duplicate'
            ? text().outcomes[outcome]
            : `${text().outcomes[outcome]} · ${text().statuses[status]}`,
        text: error === undefined ? url : messageInLanguage(error, said),
        ...(documentId === null
          ? {}
          : { onOpen: () => openDocument({ documentId, title, page: 1, passage: null }) }),
      }))}
      note={output.stopped ? text().stoppedEarly : undefined}
    />
  )
}
