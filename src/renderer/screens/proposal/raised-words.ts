import type { ProposalLine } from '../../../shared/contract/changes'
import { say } from '../../../shared/sentences/say'
import { type Preview, thingsIn } from '../../../shared/tool/preview'
import { inLanguage } from '../../text/sentences'

/**
 * Why a proposal asks more strictly, in words. A part of it is confirmed as strictly as the whole, but how many things
 * that changes is told of the part: `preview` is what would be applied, null where it is not known yet.
 */
export function raisedWords(
  { raisedBecause, said }: Pick<ProposalLine, 'raisedBecause' | 'said'>,
  preview: Pick<Preview, 'targets'> | null,
): string {
  return raisedBecause
    .map((reason) => {
      if (preview === null || said?.[reason]?.code !== 'gate.many_things') return inLanguage(reason, said)
      const now = say('gate.many_things', { count: thingsIn(preview.targets) })
      return inLanguage(now.text, { [now.text]: now.said })
    })
    .join(' ')
}
