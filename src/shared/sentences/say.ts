import { assistantSentences } from './assistants'
import { commandSentences } from './commands'
import { conflictSentences } from './conflicts'
import { contactSentences } from './contacts'
import { conversationSentences } from './conversations'
import { dataSentences } from './data'
import { decisionSentences } from './decisions'
import { diskSentences } from './disk'
import { documentSentences } from './documents'
import { extractionSentences } from './extraction'
import { fileSentences } from './files'
import { foreignSentences } from './foreign'
import { gateSentences } from './gate'
import { healthSentences } from './health'
import { httpSentences } from './http'
import { importSentences } from './imports'
import { librarySentences } from './library'
import { mcpSentences } from './mcp'
import { meaningSentences } from './meaning'
import { missionSentences } from './missions'
import { modelSentences } from './model'
import { noteSentences } from './notes'
import { pathSentences } from './paths'
import { refusalSentences } from './refusals'
import { runSentences } from './runs'
import { sayingOf } from './sentence'
import { sequenceSentences } from './sequences'
import { taskSentences } from './tasks'
import { webSentences } from './web'

/**
 * Every sentence that the window says in its own language, in English. What is stored names sentences by their code:
 * one that needs other values gets another code.
 */
export const sentences = {
  ...gateSentences,
  ...conflictSentences,
  ...fileSentences,
  ...commandSentences,
  ...librarySentences,
  ...extractionSentences,
  ...runSentences,
  ...webSentences,
  ...httpSentences,
  ...importSentences,
  ...mcpSentences,
  ...foreignSentences,
  ...modelSentences,
  ...meaningSentences,
  ...healthSentences,
  ...refusalSentences,
  ...decisionSentences,
  ...assistantSentences,
  ...contactSentences,
  ...conversationSentences,
  ...diskSentences,
  ...pathSentences,
  ...documentSentences,
  ...dataSentences,
  ...missionSentences,
  ...noteSentences,
  ...sequenceSentences,
  ...taskSentences,
}

/** The code of a sentence. */
export type SentenceCode = keyof typeof sentences
/** What goes into a sentence. */
export type ValuesOf<C extends SentenceCode> =
  Parameters<(typeof sentences)[C]> extends [infer V] ? V : Record<never, never>

/** Makes a sentence of the catalogue: its code and values for the window, and its English words for everyone else. */
export const say = sayingOf(sentences)
