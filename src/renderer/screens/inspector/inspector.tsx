import { assertNever } from '../../../shared/errors'
import { type Inspected, inspect } from '../../stores/page'
import { ToolViewActionsContext } from '../../ui/tool-view'
import { AttachedFile } from './attached-file'
import { DocumentViewer } from './document-viewer'
import { RunDetails } from './run-details'
import { ToolCallDetails } from './tool-call-details'

const actions = {
  openDocument: (place: Omit<Extract<Inspected, { kind: 'document' }>, 'kind'>) =>
    inspect({ kind: 'document', ...place }),
}

/** The panel on the right: whatever is selected, in full. */
export function Inspector({ inspected }: { readonly inspected: Inspected }) {
  return (
    <ToolViewActionsContext value={actions}>
      <Selected inspected={inspected} />
    </ToolViewActionsContext>
  )
}

function Selected({ inspected }: { readonly inspected: Inspected }) {
  switch (inspected.kind) {
    case 'tool_call': {
      const { conversationId, toolUseId } = inspected
      return <ToolCallDetails key={toolUseId} conversationId={conversationId} toolUseId={toolUseId} />
    }
    case 'run': {
      const { conversationId, runId } = inspected
      return <RunDetails key={runId} conversationId={conversationId} runId={runId} />
    }
    case 'file': {
      const { conversationId, file } = inspected
      return <AttachedFile key={file.path} conversationId={conversationId} file={file} />
    }
    case 'document':
      return <DocumentViewer key={inspected.documentId} place={inspected} />
    default:
      return assertNever(inspected)
  }
}
