import { Stamp } from 'lucide-react'
import { formatMoment } from '../../renderer/text/language'
import { inLanguage } from '../../renderer/text/sentences'
import { GenericValue } from '../../renderer/ui/generic-value'
import { KeyValues } from '../../renderer/ui/key-values'
import { bindToolViews } from '../../renderer/ui/tool-view'
import proposalsModule from './module'
import * as titles from './titles'
import { text } from './views-text'

export default bindToolViews(proposalsModule, titles, {
  get_proposal: {
    icon: Stamp,
    doing: () => text().looking,
    done: ({ output }) =>
      output === undefined
        ? text().looking
        : text().found(output.number, text().statuses[output.status], output.undone_by !== null),
    Arguments: ({ input }) => <KeyValues items={[{ label: text().proposal, value: input.proposal_id }]} />,
    Result: ({ output }) => (
      <>
        <KeyValues
          items={[
            { label: text().proposal, value: `#${output.number}` },
            { label: text().tool, value: output.tool },
            { label: text().status, value: text().statuses[output.status] },
            { label: text().proposed, value: formatMoment(output.proposed_at) },
            {
              label: text().expires,
              value: output.status === 'pending' ? formatMoment(output.expires_at) : '',
            },
            {
              label: text().decided,
              value: output.decided_at === null ? '' : formatMoment(output.decided_at),
            },
            { label: text().approved, value: inLanguage(output.approved?.note ?? '', output.said) },
            { label: text().reason, value: inLanguage(output.reason ?? '', output.said) },
            {
              label: text().undone,
              value: output.undone_by === null ? '' : text().change(output.undone_by),
            },
            {
              label: text().undoneInPart,
              value: output.undone_in_part?.by.map((number) => text().change(number)).join(', ') ?? '',
            },
            {
              label: text().things,
              value: output.undone_in_part === null ? '' : text().these(output.undone_in_part),
            },
          ]}
        />
        {output.result !== null && output.result !== undefined && (
          <section aria-label={text().result}>
            <h4 className="ui-generic-name">{text().result}</h4>
            <GenericValue value={output.result} />
          </section>
        )}
      </>
    ),
  },
})
