import { assistantsContract } from './assistants'
import { changesContract, proposalsContract } from './changes'
import { contactsContract } from './contacts'
import { conversationsContract } from './conversations'
import { dataContract } from './data'
import { embeddingContract } from './embedding'
import { embeddingModelsContract } from './embedding-models'
import { eventsContract } from './events'
import { filesContract } from './files'
import { httpToolsContract } from './http-tools'
import { libraryContract } from './library'
import { mcpServersContract } from './mcp-servers'
import { missionsContract } from './missions'
import { notesContract } from './notes'
import { picturesContract } from './pictures'
import { policiesContract } from './policies'
import { retentionContract } from './retention'
import { sequencesContract } from './sequences'
import { settingsContract } from './settings'
import { grantsLedgerContract } from './standing-grants'
import { systemContract } from './system'
import { tasksContract } from './tasks'
import { toolsContract } from './tools'

/** What the page, the command line and MCP clients may ask of main; the same over every transport. */
export const contract = {
  conversations: conversationsContract,
  proposals: proposalsContract,
  changes: changesContract,
  assistants: assistantsContract,
  policies: policiesContract,
  grantsLedger: grantsLedgerContract,
  retention: retentionContract,
  contacts: contactsContract,
  library: libraryContract,
  embedding: embeddingContract,
  embeddingModels: embeddingModelsContract,
  httpTools: httpToolsContract,
  mcpServers: mcpServersContract,
  missions: missionsContract,
  notes: notesContract,
  pictures: picturesContract,
  sequences: sequencesContract,
  tasks: tasksContract,
  tools: toolsContract,
  files: filesContract,
  settings: settingsContract,
  data: dataContract,
  system: systemContract,
  events: eventsContract,
}
/** The type of {@link contract}. */
export type Contract = typeof contract
