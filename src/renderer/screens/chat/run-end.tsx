import { Play, RotateCw, Square, Zap } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { RunState } from '../../../shared/run/state'
import { retryRun, stopRun } from '../../stores/conversations'
import { tryNow } from '../../stores/queued'
import { attempt } from '../../stores/toasts'
import { runsText } from '../../text/runs'
import { messageInLanguage } from '../../text/sentences'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Spinner } from '../../ui/spinner'
import { ToModelSettings } from '../to-model-settings'
import { earlyEnd, failedHead, stoppedText } from './early-end'
import './run-end.css'

/** How the last run ended, where it did not simply finish; or what it waits for. */
export function RunEnd({
  conversationId,
  run,
  partial,
}: {
  readonly conversationId: string
  readonly run: RunState | undefined
  /** Whether a part of the last answer had arrived. */
  readonly partial: boolean
}) {
  if (run === undefined) return null
  if (run.status === 'running') {
    if (run.retry !== undefined) return <Countdown runId={run.id} retry={run.retry} />
    if (run.compacting === true) {
      return (
        <p className="run-end message-working" role="status">
          <Spinner size={14} /> {runsText().compacting}
        </p>
      )
    }
    return null
  }
  const goOn = run.retryable && <GoOn conversationId={conversationId} runId={run.id} partial={partial} />
  if (run.status === 'failed') {
    return (
      <div className="run-end">
        <Notice
          tone="danger"
          {...failedHead(run, partial)}
          actions={
            <>
              {goOn}
              <ToModelSettings error={run.error} />
            </>
          }
          announce
        >
          {run.error !== undefined && messageInLanguage(run.error.message, run.error.said)}
        </Notice>
      </div>
    )
  }
  if (run.status === 'stopped') {
    return (
      <p className="run-end run-stopped">
        {stoppedText(partial)} {goOn}
      </p>
    )
  }
  const title = earlyEnd(run)
  if (title === null) return null
  return (
    <div className="run-end">
      <Notice title={title} actions={goOn} />
    </div>
  )
}

function GoOn({
  conversationId,
  runId,
  partial,
}: {
  readonly conversationId: string
  readonly runId: string
  readonly partial: boolean
}) {
  const [busy, setBusy] = useState(false)
  const again = async () => {
    setBusy(true)
    await attempt(retryRun(conversationId, runId))
    setBusy(false)
  }
  // From an answer that is there in part it goes on; without one it is asked anew.
  return (
    <Button size="sm" icon={partial ? Play : RotateCw} busy={busy} onClick={() => void again()}>
      {partial ? runsText().goOn : text().chat.retry}
    </Button>
  )
}

function Countdown({
  runId,
  retry,
}: {
  readonly runId: string
  readonly retry: NonNullable<RunState['retry']>
}) {
  const t = runsText()
  const seconds = useSecondsUntil(retry.until)
  const why = messageInLanguage(retry.error.message, retry.error.said)
  return (
    <div className="run-end">
      <p className="visually-hidden" role="status">
        {why}
      </p>
      <Notice
        tone="warning"
        title={seconds > 0 ? t.retryIn(seconds) : t.retryAtOnce}
        actions={
          <>
            <Button size="sm" icon={Zap} onClick={() => void attempt(tryNow(runId))}>
              {t.tryNow}
            </Button>
            <Button size="sm" icon={Square} onClick={() => void attempt(stopRun(runId))}>
              {text().chat.stop}
            </Button>
          </>
        }
      >
        {why} {t.attempt(retry.attempt, retry.attempts)}
      </Notice>
    </div>
  )
}

/** Whole seconds until a time, counted down while it is shown. */
function useSecondsUntil(until: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((until - now) / 1000))
}
