import { assertNever } from '../../../shared/errors'
import type { Inspected } from '../../stores/page'
import { PlacesToOpen } from '../places-to-open'
import { AttachedFile } from './attached-file'
import { DocumentViewer } from './document-viewer'
import { RunDetails } from './run-details'
import { ToolCallDetails } from './tool-call-details'

/** The panel on the right: whatever is selected, in full. */
export function Inspector({ inspected }: { readonly inspected: Inspected }) {
  return (
    <PlacesToOpen>
      <Selected inspected={inspected} />
    </PlacesToOpen>
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
