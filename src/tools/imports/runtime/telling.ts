import type { LeftOut } from '../../../main/data/import/imported'
import { counted } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import type { ImportPlan } from '../module'
import { countsOf } from './preview'

/** Names that a sentence tells. */
const named = 3

/** Why things of an export do not come, in a sentence. */
export function leftOutInWords({ reason, count, names }: LeftOut): Sentence {
  return say('import.left_out', {
    ...{ reason, count },
    names: names.slice(0, named),
    more: Math.max(0, count - Math.min(named, names.length)),
  })
}

/** What the tool answers beside its words. */
export function stateOf({ source, items, here, left_out }: ImportPlan) {
  // What is here already may have come of another program.
  const from = items.find((item) => item.source !== undefined)?.source ?? source
  return { source: from, succeeded: items.length, failed: 0, ...countsOf(items), here, left_out }
}

/** For the model: what did not come. */
export function restText({ here, left_out }: ImportPlan): string {
  return [
    ...(here === 0 ? [] : [`${counted(here, 'thing')} ${here === 1 ? 'is' : 'are'} here already.`]),
    ...left_out.map(({ reason }) => reason),
  ].join(' ')
}
