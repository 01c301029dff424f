import { useCallback, useState } from 'react'
import type { CallOutcome, ToolInfo } from '../../../shared/contract/tools'
import { assertNever } from '../../../shared/errors'
import { toolView } from '../../app/tool-views'
import { useProposals } from '../../stores/proposals'
import { type Trial, useTrials } from '../../stores/tool-trials'
import { formatDuration } from '../../text/language'
import { messageInLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { toolsText } from '../../text/tools'
import { CodeBlock } from '../../ui/code-block'
import { GenericValue } from '../../ui/generic-value'
import { HiddenText } from '../../ui/hidden-text'
import { JsonView } from '../../ui/json-view'
import { Notice } from '../../ui/notice'
import { Spinner } from '../../ui/spinner'
import { type LoadPicture, PictureSourceContext } from '../../ui/stored-picture'
import { Tabs } from '../../ui/tabs'
import { ProposalCard } from '../proposal/proposal-card'
import { useUsageWords } from '../usage-words'

/** What a call by hand came to, in the tool's own view. */
export function TrialResult({ tool, trial }: { readonly tool: ToolInfo; readonly trial: Trial }) {
  const t = toolsText()
  const { state, input } = trial
  const view = toolView(tool.name)
  const used = useUsageWords(
    state.kind === 'ended' && state.outcome.status === 'done' ? state.outcome.usage : undefined,
  )
  switch (state.kind) {
    case 'running':
      return (
        <p className="tool-running" role="status">
          <Spinner size={14} />
          <HiddenText text={view.line({ input, state: undefined, done: false })} />
        </p>
      )
    case 'failed':
      return <Notice tone="danger" title={state.error.message} announce />
    case 'ended':
      return state.outcome.status === 'proposed' ? (
        <Proposed id={state.outcome.proposal.id} />
      ) : (
        <section className="tool-result" aria-label={t.result}>
          <header>
            <h3>
              <HiddenText
                text={view.line({
                  input,
                  state: state.outcome.result.state,
                  done: state.outcome.result.success,
                })}
              />
            </h3>
            <span className="numeric">
              {formatDuration(state.durationMs)}
              {used === undefined ? '' : ` · ${used}`}
            </span>
          </header>
          <Done tool={tool} input={input} outcome={state.outcome} />
        </section>
      )
    default:
      return assertNever(state)
  }
}

function Done({
  tool,
  input,
  outcome,
}: {
  readonly tool: ToolInfo
  readonly input: unknown
  readonly outcome: Extract<CallOutcome, { status: 'done' }>
}) {
  const [tab, setTab] = useState<'result' | 'told' | 'raw'>('result')
  const pictures = useTrials((state) => state.pictures)
  const load = useCallback<LoadPicture>(
    async (sha256) => {
      const bytes = pictures[sha256]
      if (bytes === undefined) throw new Error(text().inspector.gone)
      return bytes
    },
    [pictures],
  )
  const t = text().inspector
  const { result } = outcome
  const rendered = result.success ? toolView(tool.name).result({ input, state: result.state }) : null
  return (
    <Tabs
      label={t.result}
      tabs={[
        { id: 'result', label: t.result },
        { id: 'told', label: t.forModel },
        { id: 'raw', label: t.raw },
      ]}
      value={tab}
      onChange={setTab}
    >
      <div className="tool-result-body">
        {tab === 'result' && (
          <PictureSourceContext value={load}>
            {!result.success && (
              <Notice
                tone="danger"
                title={
                  result.error === undefined
                    ? result.content
                    : messageInLanguage(result.error.message, result.error.said)
                }
                announce
              />
            )}
            {rendered ?? (result.success && <GenericValue value={result.state} schema={tool.outputSchema} />)}
          </PictureSourceContext>
        )}
        {tab === 'told' && <CodeBlock code={result.content} />}
        {tab === 'raw' && <JsonView value={{ tool: tool.name, input, result }} openDepth={3} />}
      </div>
    </Tabs>
  )
}

function Proposed({ id }: { readonly id: string }) {
  const line = useProposals((state) => state.byId[id])
  const t = toolsText()
  if (line === undefined) return null
  return (
    <section className="tool-result" aria-label={t.proposed}>
      {line.status === 'pending' && <p className="catalog-quiet">{t.proposedText}</p>}
      <ProposalCard line={line} />
    </section>
  )
}
