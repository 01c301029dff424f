import type { Assistant, ImportNote, RunLimit } from '../../../shared/contract/assistants'
import { assertNever } from '../../../shared/errors'
import { useCatalog } from '../../app/tool-views'
import { assistantsText } from '../../text/assistants'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'

/** What came in, and what of it is not as it stood in the file. */
export interface Imported {
  readonly assistant: Assistant
  readonly notes: readonly ImportNote[]
}

/** Says above an imported assistant what to look at before it is used. */
export function ImportNotes({
  imported,
  onDismiss,
}: {
  readonly imported: Imported
  readonly onDismiss: () => void
}) {
  const catalog = useCatalog()
  const t = assistantsText()
  const titleOf = (name: string) => catalog.find((tool) => tool.name === name)?.title ?? name
  return (
    <Notice title={t.importTitle(imported.assistant.name)} onDismiss={onDismiss} announce>
      <p>{t.importCheck}</p>
      {imported.notes.length > 0 && (
        <ul className="assistant-notes">
          {imported.notes.map((note) => (
            <li key={note.kind}>
              <HiddenText text={sentenceOf(note, titleOf)} />
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

function sentenceOf(note: ImportNote, titleOf: (name: string) => string): string {
  const text = assistantsText()
  const t = text.notes
  const limitName = (limit: RunLimit) => text[limit]
  switch (note.kind) {
    case 'proposed_instead':
      return t.proposed_instead(note.tools.map(titleOf).join(', '))
    case 'unknown_tools':
      return t.unknown_tools(note.tools.join(', '))
    case 'unknown_collection':
      return t.unknown_collection(note.name)
    case 'limits_of_settings':
      return t.limits_of_settings(note.limits.map(limitName).join(', '))
    case 'own_model':
      return t.own_model(note.model)
    case 'renamed':
      return t.renamed(note.from, note.to)
    default:
      return assertNever(note)
  }
}
