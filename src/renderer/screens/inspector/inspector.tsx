import { type Inspected, inspect } from '../../stores/page'
import { ToolViewActionsContext } from '../../ui/tool-view'
import { DocumentViewer } from './document-viewer'
import { ToolCallDetails } from './tool-call-details'

const actions = {
  openDocument: (place: Omit<Extract<Inspected, { kind: 'document' }>, 'kind'>) =>
    inspect({ kind: 'document', ...place }),
}

/** The panel on the right: whatever is selected, in full. */
export function Inspector({ inspected }: { readonly inspected: Inspected }) {
  return (
    <ToolViewActionsContext value={actions}>
      {inspected.kind === 'tool_call' ? (
        <ToolCallDetails
          key={inspected.toolUseId}
          conversationId={inspected.conversationId}
          toolUseId={inspected.toolUseId}
        />
      ) : (
        <DocumentViewer key={inspected.documentId} place={inspected} />
      )}
    </ToolViewActionsContext>
  )
}
