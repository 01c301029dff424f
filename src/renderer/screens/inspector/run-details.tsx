import { type ReactNode, useEffect, useMemo } from 'react'
import type { Usage } from '../../../shared/run/blocks'
import { type ConversationState, emptyConversation, type RunState } from '../../../shared/run/state'
import { knownPrices, sentTokens } from '../../../shared/run/usage'
import { loadOlder, useConversations } from '../../stores/conversations'
import { useSettings } from '../../stores/settings'
import { attempt } from '../../stores/toasts'
import { formatDuration, formatMoment, formatNumber } from '../../text/language'
import { text } from '../../text/text'
import { traceText } from '../../text/trace'
import { HiddenText } from '../../ui/hidden-text'
import { KeyValues } from '../../ui/key-values'
import { runOnBranch } from '../chat/branch'
import { ContextMark, ServerMark } from '../chat/context-mark'
import { useBranch } from '../chat/use-branch'
import { usageWords } from '../usage-words'
import { InspectorFrame } from './inspector-frame'
import { RunStepError } from './run-step-error'
import { RunToolCall } from './run-tool-call'
import { type RunTrace, type TracedReduction, type TracedStep, type TracedTitle, traceOf } from './run-trace'
import './run-details.css'

/** How an answer came to be: each turn of the model, the tools it called, and what was used. */
export function RunDetails({
  conversationId,
  runId,
}: {
  readonly conversationId: string
  readonly runId: string
}) {
  const open = useConversations((all) => all.open[conversationId])
  const closed = useMemo(() => emptyConversation(conversationId), [conversationId])
  return <Details state={open ?? closed} runId={runId} />
}

function Details({ state, runId }: { readonly state: ConversationState; readonly runId: string }) {
  const branch = useBranch(state)
  const prices = knownPrices(useSettings(({ settings }) => settings))
  const { messages, missing } = runOnBranch(branch, runId)
  useEffect(() => {
    if (missing !== null) void attempt(loadOlder(state.conversationId, missing))
  }, [state.conversationId, missing])
  const t = traceText()
  const run = branch.run(runId)
  if (messages.length === 0) return <InspectorFrame title={t.title}>{text().inspector.gone}</InspectorFrame>
  if (missing !== null) {
    return (
      <InspectorFrame title={t.title}>
        <p className="inspector-quiet" role="status">
          {t.loading}
        </p>
      </InspectorFrame>
    )
  }
  const trace = traceOf(messages, run, prices)
  return (
    <InspectorFrame title={t.title}>
      <RunFacts run={run} trace={trace} />
      <ol className="run-steps" aria-label={t.steps}>
        {trace.steps.map((step) => (
          <Step key={step.message.id} step={step} model={run?.model} conversationId={state.conversationId} />
        ))}
      </ol>
      {trace.pending.map((traced) => (
        <Reduction key={keyOf(traced)} traced={traced} />
      ))}
      {trace.title !== null && <Title traced={trace.title} model={run?.model} />}
      <Totals trace={trace} />
    </InspectorFrame>
  )
}

function RunFacts({ run, trace }: { readonly run: RunState | undefined; readonly trace: RunTrace }) {
  const t = traceText()
  const first = trace.steps[0]
  return (
    <KeyValues
      items={[
        { label: t.assistant, value: run && <HiddenText text={run.assistant} /> },
        { label: t.started, value: first && formatMoment(first.message.at) },
        { label: t.end, value: run && t.ends[run.status] },
        { label: t.steps, value: `${formatNumber(trace.steps.length)}, ${t.tools(trace.calls)}` },
      ]}
    />
  )
}

function Step({
  step: { number, message, reductions, cost, ending, calls },
  model,
  conversationId,
}: {
  readonly step: TracedStep
  readonly model: string | undefined
  readonly conversationId: string
}) {
  const t = traceText()
  const { usage, durationMs, error, clearedByServer } = message
  return (
    <li className="run-step">
      {reductions.map((traced) => (
        <Reduction key={keyOf(traced)} traced={traced} />
      ))}
      {clearedByServer !== undefined && (
        <div className="run-reduction">
          <ServerMark cleared={clearedByServer} />
        </div>
      )}
      <h3>
        {t.step(number)} <span className="run-step-ending">{t.endings[ending]}</span>
      </h3>
      {error !== undefined && ending === 'failed' && <RunStepError error={error} />}
      <Figures
        items={[
          [t.model, model ? <code key="model">{model}</code> : undefined],
          [t.duration, durationMs === undefined ? undefined : formatDuration(durationMs)],
          ...usageItems(usage, cost),
        ]}
      />
      {calls.length > 0 && (
        <ul className="run-calls" aria-label={t.toolsOf(number)}>
          {calls.map((block) => (
            <RunToolCall key={block.toolUseId} block={block} conversationId={conversationId} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Title({
  traced: { made, ending, cost },
  model,
}: {
  readonly traced: TracedTitle
  readonly model: string | undefined
}) {
  const t = traceText()
  const { title, error, usage, durationMs } = made
  return (
    <section className="run-step" aria-label={t.titleMade}>
      <h3>
        {t.titleMade} <span className="run-step-ending">{t.titleEndings[ending]}</span>
      </h3>
      {title !== null && (
        <p className="run-title">
          <HiddenText text={title} />
        </p>
      )}
      {error !== undefined && <RunStepError error={error} />}
      <Figures
        items={[
          [t.model, model ? <code key="model">{model}</code> : undefined],
          [t.duration, formatDuration(durationMs)],
          ...usageItems(usage, cost),
        ]}
      />
    </section>
  )
}

function keyOf({ reduction }: TracedReduction): string {
  return `${reduction.kind} ${reduction.messageId}`
}

function Reduction({ traced: { reduction, usage, cost } }: { readonly traced: TracedReduction }) {
  return (
    <div className="run-reduction">
      <ContextMark reduction={reduction} />
      {usage !== null && (
        <p>{traceText().summing(usageWords(sentTokens(usage), usage.outputTokens, cost))}</p>
      )}
    </div>
  )
}

function Totals({ trace: { usage, cost, modelMs, toolMs, calls } }: { readonly trace: RunTrace }) {
  const t = traceText()
  return (
    <section className="run-totals" aria-label={t.total}>
      <h3>
        {t.total}{' '}
        {hasCounted(usage) && (
          <span className="run-step-ending">{usageWords(sentTokens(usage), usage.outputTokens, cost)}</span>
        )}
      </h3>
      <Figures
        items={[
          [t.modelTime, formatDuration(modelMs)],
          [t.toolTime, calls === 0 ? undefined : formatDuration(toolMs)],
          ...usageItems(usage, cost),
        ]}
      />
      {calls > 0 && <p>{t.toolTimeNote}</p>}
      {cost !== null && <p>{t.costNote}</p>}
    </section>
  )
}

type Figure = readonly [label: string, value: ReactNode]

/** The offline assistant, and a server that does not count, use none: a row of zeros would say nothing. */
function hasCounted(usage: Usage): boolean {
  return sentTokens(usage) + usage.outputTokens > 0
}

function usageItems(usage: Usage | undefined, cost: number | null): readonly Figure[] {
  if (usage === undefined || !hasCounted(usage)) return []
  const t = traceText()
  return [
    [t.newTokens, formatNumber(usage.inputTokens)],
    [t.fromCache, formatNumber(usage.cacheReadTokens)],
    [t.toCache, formatNumber(usage.cacheWriteTokens)],
    [t.outTokens, formatNumber(usage.outputTokens)],
    [t.costLabel, cost === null ? undefined : t.cost(cost)],
  ]
}

/** Figures side by side, each under its name; what is not known is left out. */
function Figures({ items }: { readonly items: readonly Figure[] }) {
  return (
    <dl className="run-figures">
      {items
        .filter(([, value]) => value !== undefined)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
