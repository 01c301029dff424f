import { KeyRound, MessageSquare, Play, Settings } from 'lucide-react'
import { useState } from 'react'
import type { TaskDetails } from '../../../shared/contract/tasks'
import { useConversations } from '../../stores/conversations'
import { goTo } from '../../stores/page'
import { lacksKey, useSettings } from '../../stores/settings'
import { runTask } from '../../stores/tasks'
import { attempt } from '../../stores/toasts'
import { tasksText } from '../../text/tasks'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { sectionRoute } from '../settings/sections'
import { runStanding, whyNotRun } from './run-standing'

/** Has an assistant work on a task and opens the conversation in which it does. */
export async function runNow(id: string): Promise<void> {
  const conversationId = await attempt(runTask(id))
  if (conversationId !== undefined) goTo({ screen: 'chat', id: conversationId })
}

/** Why a task can't be run now. */
interface RunBlock {
  /** In one sentence. */
  readonly words: string
  /** The conversation in which an assistant works on it. */
  readonly conversationId: string | null
  /** Whether the assistant waits for a decision there. */
  readonly waits: boolean
}

/** See {@link RunBlock}; null where it can be run. */
export function useRunBlock({ task, needs, runs }: TaskDetails): RunBlock | null {
  const running = useConversations(({ list }) =>
    runs.find((run) => {
      const conversation = list.find(({ id }) => id === run.conversationId)
      return conversation === undefined ? run.status === 'running' : conversation.running
    }),
  )
  const waits = useConversations(
    ({ list }) =>
      running !== undefined &&
      runStanding(
        running,
        list.find(({ id }) => id === running.conversationId),
      ) === 'waits',
  )
  const t = tasksText()
  const reason = whyNotRun(task.status, needs, running === undefined ? null : waits ? 'waits' : 'at_work')
  if (reason === null) return null
  const words = reason.why === 'blocked' ? t.blocked(reason.needs) : t.notRun[reason.why]
  return { words, conversationId: running?.conversationId ?? null, waits }
}

/** The button that has an assistant work on a task. */
export function RunButton({
  id,
  title,
  blocked,
  reasonId,
}: {
  readonly id: string
  readonly title: string
  readonly blocked: boolean
  /** The element that tells why it can't be run. */
  readonly reasonId: string
}) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await runNow(id)
    setBusy(false)
  }
  const t = tasksText()
  return (
    <Button
      variant="primary"
      icon={Play}
      busy={busy}
      disabled={blocked}
      aria-label={t.runNamed(title)}
      aria-describedby={blocked ? reasonId : undefined}
      onClick={() => void run()}
    >
      {t.run}
    </Button>
  )
}

/** What is to know before a task is run: why it can't be, or what that comes to without a model or its key. */
export function RunNotice({
  block,
  reasonId,
}: {
  readonly block: RunBlock | null
  readonly reasonId: string
}) {
  const offline = useSettings((state) => state.model?.provider === 'offline')
  const needsKey = useSettings(lacksKey)
  const t = tasksText()
  if (block !== null) {
    const { words, conversationId, waits } = block
    return (
      <div className="task-block">
        <p id={reasonId} className="record-quiet">
          <HiddenText text={words} />
        </p>
        {conversationId !== null && (
          <Button size="sm" icon={MessageSquare} onClick={() => goTo({ screen: 'chat', id: conversationId })}>
            {waits ? t.toDecision : t.toConversation}
          </Button>
        )}
      </div>
    )
  }
  if (!offline && !needsKey) return null
  return (
    <div className="task-block">
      <p className="record-quiet">{needsKey ? t.noKey : t.offline}</p>
      <Button size="sm" icon={needsKey ? KeyRound : Settings} onClick={() => goTo(sectionRoute('model'))}>
        {needsKey ? t.enterKey : t.connect}
      </Button>
    </div>
  )
}
