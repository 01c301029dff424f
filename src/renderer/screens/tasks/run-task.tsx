import { Play, Settings } from 'lucide-react'
import { useState } from 'react'
import type { TaskDetails } from '../../../shared/contract/tasks'
import { useConversations } from '../../stores/conversations'
import { goTo } from '../../stores/page'
import { useSettings } from '../../stores/settings'
import { runTask } from '../../stores/tasks'
import { attempt } from '../../stores/toasts'
import { tasksText } from '../../text/tasks'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { Notice } from '../../ui/notice'
import { sectionRoute } from '../settings/sections'
import { whyNotRun } from './run-standing'

/** Has an assistant work on a task and opens the conversation in which it does. */
export async function runNow(id: string): Promise<void> {
  const conversationId = await attempt(runTask(id))
  if (conversationId !== undefined) goTo({ screen: 'chat', id: conversationId })
}

/** Why a task can't be run now, in one sentence; null where it can. */
export function useWhyNotRun({ task, needs, runs }: TaskDetails): string | null {
  const running = useConversations(({ list }) =>
    runs.some(({ conversationId, status }) => {
      const conversation = list.find(({ id }) => id === conversationId)
      return conversation === undefined ? status === 'running' : conversation.running
    }),
  )
  const t = tasksText()
  const reason = whyNotRun(task.status, needs, running)
  if (reason === null) return null
  return reason.why === 'blocked' ? t.blocked(reason.needs) : t.notRun[reason.why]
}

/** The button that has an assistant work on a task. */
export function RunButton({
  id,
  title,
  reason,
  reasonId,
}: {
  readonly id: string
  readonly title: string
  readonly reason: string | null
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
      disabled={reason !== null}
      aria-label={t.runNamed(title)}
      aria-describedby={reason === null ? undefined : reasonId}
      onClick={() => void run()}
    >
      {t.run}
    </Button>
  )
}

/** What is to know before a task is run: why it can't be, or what that comes to without a model. */
export function RunNotice({
  reason,
  reasonId,
}: {
  readonly reason: string | null
  readonly reasonId: string
}) {
  const offline = useSettings((state) => state.model?.provider === 'offline')
  const t = tasksText()
  if (reason !== null) {
    return (
      <p id={reasonId} className="record-quiet">
        <HiddenText text={reason} />
      </p>
    )
  }
  if (!offline) return null
  return (
    <Notice
      title={t.offline}
      kept={t.offlineText}
      actions={
        <Button size="sm" icon={Settings} onClick={() => goTo(sectionRoute('model'))}>
          {text().nav.settings}
        </Button>
      }
    />
  )
}
