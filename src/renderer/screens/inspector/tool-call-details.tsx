import { useEffect, useRef, useState } from 'react'
import { isRecord } from '../../../shared/json/is-record'
import type { ToolUseBlock } from '../../../shared/run/blocks'
import { estimatePicture, estimateTokens } from '../../../shared/run/estimate-tokens'
import { partialInput } from '../../../shared/run/partial-input'
import type { Message } from '../../../shared/run/state'
import { isUntrusted } from '../../../shared/tool/result'
import { hasToolView, toolView } from '../../app/tool-views'
import { useConversations } from '../../stores/conversations'
import { inspect } from '../../stores/page'
import { useProposals } from '../../stores/proposals'
import { findTool, useSystem } from '../../stores/system'
import { decisionText } from '../../text/decisions'
import { formatMoment } from '../../text/language'
import { inLanguage, messageInLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { ClassBadge } from '../../ui/class-badge'
import { CodeBlock } from '../../ui/code-block'
import { GenericValue } from '../../ui/generic-value'
import { HiddenText, revealed } from '../../ui/hidden-text'
import { JsonView } from '../../ui/json-view'
import { KeyValues } from '../../ui/key-values'
import { Notice } from '../../ui/notice'
import { Tabs } from '../../ui/tabs'
import { ChangeStanding, isUndone, UndoOrRedo } from '../activity/change-standing'
import { actorName } from '../actor-name'
import { comesFrom, tookOf } from '../call-facts'
import { PicturesOf, PicturesOfCall } from '../pictures-of'
import { ChangePreviews } from '../proposal/change-preview'
import { PreviewPlaceholder } from '../proposal/preview-placeholder'
import { useShownProposal } from '../proposal/use-shown-proposal'
import { useUsageWords } from '../usage-words'
import { useCallLine } from '../use-call-line'
import { useCallStatus } from '../use-call-status'
import { type CallChange, useCallChange } from '../use-changes-made'
import { InspectorFrame } from './inspector-frame'

/** A tool call in full: outcome and arguments for people, raw JSON, timing and class. */
export function ToolCallDetails({
  conversationId,
  toolUseId,
}: {
  readonly conversationId: string
  readonly toolUseId: string
}) {
  const block = useConversations(
    ({ open, older }) =>
      findCall(open[conversationId]?.messages, toolUseId) ??
      findCall(Object.values(older[conversationId]?.messages ?? {}), toolUseId),
  )
  const tool = useSystem((state) => (block ? findTool(state.tools, block.name) : undefined))
  const [tab, setTab] = useState<'result' | 'arguments' | 'raw'>(block?.result ? 'result' : 'arguments')
  const used = useUsageWords(block?.usage)
  const approval = useApproval(block)
  const made = useCallChange(block, conversationId)
  const shown = useRef('')
  useEffect(() => {
    // What went with another answer closes: in a narrow window it would lie over the new one.
    if (block !== undefined) shown.current = toolUseId
    else if (shown.current === toolUseId) inspect(null)
  }, [block, toolUseId])
  const t = text().inspector
  if (!block) return <InspectorFrame title={text().app.inspector}>{t.gone}</InspectorFrame>
  return (
    <InspectorFrame title={<CallLine block={block} />} lead={tool && <ClassBadge toolClass={tool.class} />}>
      <Tabs
        label={t.tool}
        tabs={[
          { id: 'result', label: t.result },
          { id: 'arguments', label: t.arguments },
          { id: 'raw', label: t.raw },
        ]}
        value={tab}
        onChange={setTab}
      >
        <div className="inspector-stack">
          {tab === 'result' && (
            <PicturesOfCall conversationId={conversationId} toolUseId={toolUseId}>
              <Result block={block} />
            </PicturesOfCall>
          )}
          {tab === 'arguments' && <Arguments block={block} />}
          {tab === 'raw' && (
            <JsonView
              value={{
                tool: block.name,
                input: block.input ?? block.inputJson,
                result: block.result ?? null,
              }}
              openDepth={3}
            />
          )}
        </div>
      </Tabs>
      <div className="inspector-facts">
        <KeyValues
          items={[
            { label: t.tool, value: <code>{revealed(block.name)}</code> },
            { label: t.status, value: <CallStatus block={block} /> },
            { label: t.timing, value: block.startedAt === undefined ? '' : formatMoment(block.startedAt) },
            {
              label: t.duration,
              value: tookOf(block),
            },
            { label: t.tokens, value: tokensOf(block) },
            { label: t.origin, value: originOf(block) },
            ...permissionsOf(block).map((value) => ({ label: t.permittedBy, value })),
            { label: t.approval, value: approval },
            { label: t.change, value: made && <MadeChange made={made} /> },
            { label: t.modelUse, value: used },
          ]}
        />
      </div>
    </InspectorFrame>
  )
}

/** What of it the assistant's model reads with each turn that follows, about. */
function tokensOf({ inputJson, result }: ToolUseBlock): string {
  if (result === undefined) return ''
  const { content, images = [] } = result
  const pictures = images.reduce((sum, image) => sum + estimatePicture(image), 0)
  return text().inspector.aboutTokens(estimateTokens(inputJson), estimateTokens(content) + pictures)
}

/** Where its result came from, and what follows from that for the run. */
function originOf(block: ToolUseBlock): string {
  const words = comesFrom(block)
  const origin = block.result?.origin
  if (words === undefined || origin === undefined) return ''
  return isUntrusted(origin) ? text().inspector.untrusted(words) : words
}

/** Under what files were read: the granted folders that hold them, and what a person allowed in another call. */
function permissionsOf({ result, proposalId }: ToolUseBlock): string[] {
  const { folders = [], allowed } = result?.readUnder ?? {}
  const t = text().inspector
  const words = text().settings
  return [
    ...folders.map(({ path, access }) => t.grantedFolder(path, words[access])),
    // An answer to this call’s own question stands below, with who gave it.
    ...(allowed === undefined || allowed.proposalId === proposalId ? [] : [t.yourYes(allowed.number)]),
  ]
}

/** Under what a change was applied: a decision on its proposal, or what stands in place of one. */
function useApproval(block: ToolUseBlock | undefined): string {
  const proposalId = block?.proposalId
  const proposal = useProposals((state) => (proposalId === undefined ? undefined : state.byId[proposalId]))
  const { permit, grant } = block?.result ?? {}
  const { approval } = text().activity
  if (permit !== undefined) {
    const how = approval[permit]
    return grant === undefined ? how : `${how}: ${messageInLanguage(grant.label, grant.said)}`
  }
  return proposal?.status === 'applied' && proposal.decidedBy !== null
    ? `${approval.decision}: ${actorName(proposal.decidedBy)}`
    : ''
}

/** Where what it changed stands now, and the way back. */
function MadeChange({ made }: { readonly made: CallChange }) {
  const { change } = made
  const a = decisionText().activity
  return (
    <>
      <span className="inspector-change">
        {change.status === 'applied' && !change.undoneInPart && !change.undoEnded ? (
          a.statuses.applied
        ) : (
          <ChangeStanding change={change} />
        )}
        <UndoOrRedo {...made} />
      </span>
      {change.undoEnded && <p>{decisionText().history.undoEndedWhy}</p>}
      {change.recovery === 'none' && !isUndone(change) && <p>{text().proposal.recovery.none}</p>}
    </>
  )
}

function CallLine({ block }: { readonly block: ToolUseBlock }) {
  return <HiddenText text={useCallLine(block)} />
}

function CallStatus({ block }: { readonly block: ToolUseBlock }) {
  return text().toolStatus[useCallStatus(block)]
}

function Result({ block }: { readonly block: ToolUseBlock }) {
  const line = useProposals((state) =>
    block.proposalId === undefined ? undefined : state.byId[block.proposalId],
  )
  const proposal = useShownProposal(line)
  const schema = useSystem(({ tools }) => findTool(tools, block.name)?.outputSchema)
  const t = text().inspector
  const { result } = block
  if (result === undefined) {
    return proposal ? (
      <PicturesOf kind="proposal" id={proposal.id}>
        <ChangePreviews changes={proposal.preview.changes} />
      </PicturesOf>
    ) : line ? (
      <PreviewPlaceholder line={line} />
    ) : (
      <p className="inspector-quiet">{block.status === 'not_run' ? t.notRun : t.noResult}</p>
    )
  }
  const rendered = result.success
    ? toolView(block.name).result({ input: block.input, state: result.state })
    : null
  return (
    <>
      {!result.success &&
        (block.status === 'rejected' ? (
          // Its error is what the assistant was told: that it is not to try again.
          <Notice title={t.rejected}>
            {line?.reason && (
              <HiddenText text={text().proposal.rejectedBecause(inLanguage(line.reason, line.said))} />
            )}
          </Notice>
        ) : (
          <Notice
            tone="danger"
            title={
              result.error === undefined
                ? result.content
                : messageInLanguage(result.error.message, result.error.said)
            }
          />
        ))}
      {rendered}
      {proposal && (
        <PicturesOf kind="proposal" id={proposal.id}>
          <ChangePreviews changes={proposal.preview.changes.filter((change) => change.kind !== 'removal')} />
        </PicturesOf>
      )}
      {line && !proposal && <PreviewPlaceholder line={line} />}
      {result.success && rendered === null && <GenericValue value={result.state} schema={schema} />}
      <details className="inspector-details">
        <summary>{t.forModel}</summary>
        <CodeBlock code={result.content} />
      </details>
    </>
  )
}

function Arguments({ block }: { readonly block: ToolUseBlock }) {
  const schema = useSystem(({ tools }) => findTool(tools, block.name)?.inputSchema)
  const t = text().inspector
  // While they are being written, what can be read of them already.
  const input = block.status === 'streaming' ? partialInput(block.inputJson) : block.input
  const rendered = toolView(block.name).arguments(input)
  if (rendered !== null) return rendered
  if (input === undefined) {
    return block.inputJson === '' ? (
      <p className="inspector-quiet">{t.noArguments}</p>
    ) : (
      <CodeBlock code={block.inputJson} />
    )
  }
  if (!isRecord(input)) return <JsonView value={input} openDepth={2} />
  if (Object.keys(input).length === 0) return <p className="inspector-quiet">{t.noArguments}</p>
  if (!hasToolView(block.name)) return <GenericValue value={input} schema={schema} />
  return (
    <KeyValues
      items={Object.entries(input).map(([label, value]) => ({
        label,
        value:
          typeof value === 'object' && value !== null ? (
            <JsonView value={value} />
          ) : (
            <HiddenText text={String(value)} />
          ),
      }))}
    />
  )
}

function findCall(messages: readonly Message[] = [], toolUseId: string): ToolUseBlock | undefined {
  for (const message of messages) {
    if (message.role !== 'assistant') continue
    for (const block of message.blocks) {
      if (block?.type === 'tool_use' && block.toolUseId === toolUseId) return block
    }
  }
  return undefined
}
