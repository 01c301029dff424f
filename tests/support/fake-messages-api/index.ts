export { type ContextEditing, clearedResult } from './context-editing'
export { beforeSearchResults, type Make, seeing, vendor } from './makes'
export { type FakeMessagesApi, type LoggedRequest, type Script, startFakeMessagesApi } from './server'
export {
  answer,
  html,
  reset,
  type ScriptedBlock,
  silence,
  status,
  stream,
  type Turn,
  text,
  thinking,
  toolUse,
} from './turns'
export { type CheckedRequest, toolResultsOf } from './validate'
