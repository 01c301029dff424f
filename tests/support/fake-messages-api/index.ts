export {
  beforeSearchResults,
  llamaCpp,
  llamaCppFull,
  lmStudio,
  type Make,
  ollama,
  vendor,
  vllm,
} from './makes'
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
