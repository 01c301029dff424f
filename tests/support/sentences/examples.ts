import type { SentenceCode, sentences, ValuesOf } from '../../../src/shared/sentences/say'
import { changeExamples } from './changes'
import { contactExamples } from './contacts'
import { dataExamples } from './data'
import { decisionExamples } from './decisions'
import { documentExamples } from './documents'
import { foreignExamples } from './foreign'
import { httpExamples } from './http'
import { importExamples } from './imports'
import { mcpExamples } from './mcp'
import { modelExamples } from './models'
import { noteExamples } from './notes'
import { pathExamples } from './paths'
import { sequenceExamples } from './sequences'
import { taskExamples } from './tasks'

/** Sentences that something goes into. */
type Filled = {
  [C in SentenceCode]: Parameters<(typeof sentences)[C]> extends [] ? never : C
}[SentenceCode]

/** Something that goes into some of them. */
export type Examples = { readonly [C in Filled]?: ValuesOf<C> }

const examples: { readonly [C in Filled]: ValuesOf<C> } = {
  ...changeExamples,
  ...modelExamples,
  ...decisionExamples,
  ...pathExamples,
  ...documentExamples,
  ...dataExamples,
  ...noteExamples,
  ...contactExamples,
  ...httpExamples,
  ...importExamples,
  ...mcpExamples,
  ...foreignExamples,
  ...sequenceExamples,
  ...taskExamples,
}

/** Something that goes into a sentence; a sentence without an example does not compile. */
export function exampleOf(code: SentenceCode): unknown {
  return code in examples ? examples[code as Filled] : {}
}
