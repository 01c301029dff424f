import type { z } from 'zod'
import { messageInLanguage } from '../../renderer/text/sentences'
import { FileTree } from '../../renderer/ui/file-tree'
import type libraryModule from './module'
import { useOpenDocument } from './views-documents'
import { text } from './views-text'

type FetchTool = Extract<(typeof libraryModule)['tools'][number], { name: 'fetch_web_content' }>
/** What fetching pages came to. */
export type FetchedPages = z.output<FetchTool['output']>

/** The pages that were fetched, in the places that their addresses give them, each with what became of it. */
export function PagesResult({ output }: { readonly output: FetchedPages }) {
  const open = useOpenDocument()
  return (
    <FileTree
      label={text().sites}
      note={notesOf(output)}
      entries={output.pages.map(
        ({ url, document_id: documentId, title, status, outcome, error, said, scripts }) => ({
          key: url,
          parts: partsOfAddress(url),
          kind: 'page',
          meta:
            documentId === null || outcome === 'unchanged' || outcome === 'duplicate'
              ? text().outcomes[outcome]
              : `${text().outcomes[outcome]} · ${text().statuses[status]}`,
          detail: error === undefined ? detailOf(title, scripts) : messageInLanguage(error, said),
          onOpen: documentId === null ? undefined : () => open(documentId, title),
        }),
      )}
    />
  )
}

/** A page's title, with what became of its scripts where it shows little without them. */
function detailOf(title: string, scripts: FetchedPages['pages'][number]['scripts']): string {
  if (scripts === undefined) return title
  const { scriptsRun, scriptsNotRun, showsLittle } = text()
  const shows = scripts.reason === undefined ? scriptsRun : showsLittle
  return `${title} · ${scripts.run ? shows : scriptsNotRun}`
}

/** What holds for all pages: that there are not all of them, and why pages show little. */
function notesOf({ stopped, pages }: FetchedPages): string | undefined {
  const reasons = pages.flatMap(({ scripts }) =>
    scripts?.reason === undefined ? [] : [messageInLanguage(scripts.reason, scripts.said)],
  )
  const notes = [...(stopped ? [text().stoppedEarly] : []), ...new Set(reasons)]
  return notes.length === 0 ? undefined : notes.join(' ')
}

/** Where an address lies: its site, then the parts of its path; what follows a question mark belongs to the last one. */
function partsOfAddress(address: string): readonly string[] {
  if (!URL.canParse(address)) return [address]
  const { origin, pathname, search, hash } = new URL(address)
  const parts = pathname.split('/').filter((part) => part !== '')
  const last = parts.pop()
  const rest = search + hash
  return last === undefined ? [origin + rest] : [origin, ...parts, last + rest]
}
