import type { ConversationTable } from '../../db/conversations'
import type { RunEventLog } from '../../db/run-events'
import type { RunTable } from '../../db/runs'
import type { UnseenEndTable } from '../../db/unseen-ends'
import type { ReadPicture } from '../../model/port'
import type { Attaching } from '../conversations/attached'
import type { RememberedStates } from '../conversations/remembered-states'
import type { ConversationServices } from '../conversations/services'
import type { CompletedRun } from '../conversations/titling'

/** What runs are started and ended with. */
export interface RunParts {
  readonly services: ConversationServices
  readonly table: ConversationTable
  readonly runs: RunTable
  readonly unseen: UnseenEndTable
  readonly log: RunEventLog
  readonly remembered: RememberedStates
  readonly attaching: Attaching
  readonly readPicture: ReadPicture
  readonly publishSummary: (conversationId: string) => void
  /** Is told of a run that came to its end by itself, within its budget. */
  readonly completed: (run: CompletedRun) => void
  /** Takes what went wrong where nobody can be told. */
  readonly report: (error: unknown) => void
}
