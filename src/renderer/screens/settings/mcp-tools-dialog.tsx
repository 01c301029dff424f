import { ScanSearch } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { McpServer, McpToolReview, OfferedMcpTool } from '../../../shared/contract/mcp-servers'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import { mcpTools, reviewMcpTools, useMcpServers } from '../../stores/mcp-servers'
import { attempt, notify } from '../../stores/toasts'
import { mcpServersText } from '../../text/mcp-servers'
import { messageInLanguage } from '../../text/sentences'
import { Badge } from '../../ui/badge'
import { CodeBlock } from '../../ui/code-block'
import { Diff } from '../../ui/diff'
import { HiddenText } from '../../ui/hidden-text'
import { InSight } from '../../ui/in-sight'
import { Notice } from '../../ui/notice'
import { Select } from '../../ui/select'
import { textDifference } from '../../ui/text-difference'
import type { Tone } from '../../ui/tone'
import { useSending } from '../../ui/use-sending'
import { FormDialog } from '../form-dialog'

type Choice = 'no' | 'ask' | 'read'

const tones: Readonly<Record<McpToolReview['state'], Tone>> = {
  new: 'accent',
  changed: 'warning',
  same: 'neutral',
  gone: 'neutral',
}

/**
 * Everything that a server says of its tools, with what the person decides of each. It stays where another window removes
 * the server, and says so.
 */
export function McpToolsDialog({
  opened,
  onClose,
}: {
  /** As it was when this was opened. */
  readonly opened: McpServer
  readonly onClose: () => void
}) {
  const server = useMcpServers(({ servers }) => servers.find(({ id }) => id === opened.id))
  const [tools, setTools] = useState<readonly McpToolReview[]>([])
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({})
  const { busy, problem, send } = useSending()
  const t = mcpServersText()
  // What it offers may change while it is looked at.
  useEffect(() => {
    if (server) void attempt(mcpTools(server)).then((read) => read && setTools(read))
  }, [server])
  const open = tools.filter(isOpen)
  const save = async () => {
    const decisions = open.map((tool) => {
      const choice = choices[tool.name] ?? usualChoice(tool)
      return {
        name: tool.name,
        offeredHash: tool.offeredHash ?? '',
        allowed: choice !== 'no',
        class: choice === 'read' ? ('read' as const) : ('destructive_update' as const),
      }
    })
    await reviewMcpTools(opened.id, decisions)
    onClose()
    notify({ tone: 'success', title: t.review.saved })
  }
  return (
    <FormDialog
      title={t.toolsOf(revealAsText((server ?? opened).name))}
      description={t.review.text}
      icon={ScanSearch}
      size="lg"
      onCancel={onClose}
      confirm={t.review.save}
      ready={open.length > 0 && server !== undefined}
      busy={busy}
      problem={problem}
      onSubmit={() => void send(save)}
      className="mcp-review"
    >
      {server === undefined && (
        <InSight>
          <Notice tone="warning" title={t.review.removed} announce>
            {t.review.removedText}
          </Notice>
        </InSight>
      )}
      <p className="settings-quiet">{t.review.readWarning}</p>
      <ul className="mcp-review-list" aria-label={t.tools}>
        {tools.map((tool) => (
          <ToolReview
            key={tool.name}
            tool={tool}
            choice={choices[tool.name] ?? usualChoice(tool)}
            onChoose={(choice) => setChoices({ ...choices, [tool.name]: choice })}
          />
        ))}
      </ul>
    </FormDialog>
  )
}

function ToolReview({
  tool,
  choice,
  onChoose,
}: {
  readonly tool: McpToolReview
  readonly choice: Choice
  readonly onChoose: (choice: Choice) => void
}) {
  const t = mcpServersText().review
  const { name, state, offered, accepted, problem } = tool
  const shown = offered ?? accepted
  return (
    <li className="mcp-review-tool">
      <div className="mcp-server-head">
        <strong>
          <HiddenText text={name} />
        </strong>
        <Badge tone={tones[state]}>{t.states[state]}</Badge>
      </div>
      {shown !== null && (
        <>
          {state === 'changed' && accepted !== null && offered !== null ? (
            <Diff
              title={t.difference(revealAsText(name))}
              hunks={textDifference(inOneText(accepted), inOneText(offered))}
              collapseAfter={Number.POSITIVE_INFINITY}
            />
          ) : (
            <p className="mcp-review-text">
              {shown.description.trim() === '' ? t.noDescription : <HiddenText text={shown.description} />}
            </p>
          )}
          <p className="settings-quiet">{claimOf(shown)}</p>
          <details>
            <summary>{t.schema}</summary>
            <CodeBlock code={shown.schema} language="json" maxHeight={280} />
          </details>
        </>
      )}
      {problem !== null && <Notice tone="warning" title={messageInLanguage(problem.message, problem.said)} />}
      {isOpen(tool) && (
        <Select
          label={t.choice(revealAsText(name))}
          value={choice}
          options={(['no', 'ask', 'read'] as const).map((value) => ({ value, label: t.choices[value] }))}
          onChange={onChoose}
        />
      )}
    </li>
  )
}

/** Whether there is anything to decide. */
function isOpen({ state, problem }: McpToolReview): boolean {
  return state !== 'gone' && problem === null
}

function usualChoice({ state, allowed, class: toolClass }: McpToolReview): Choice {
  // What changed may do less at first: a person chooses again that it runs at once.
  if (state === 'new') return 'ask'
  if (!allowed) return 'no'
  return toolClass === 'read' && state === 'same' ? 'read' : 'ask'
}

function inOneText({ title, description, schema, annotations }: OfferedMcpTool): string {
  return `${title}\n\n${description}\n\n${schema}\n\n${annotations}\n`
}

function claimOf({ readOnly, destructive }: OfferedMcpTool): string {
  const { says } = mcpServersText().review
  if (readOnly === true) return says.readOnly
  if (destructive === true) return says.destructive
  return readOnly === false ? says.writes : says.nothing
}
