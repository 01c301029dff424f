import { ArrowUp, Paperclip, Square } from 'lucide-react'
import { stopRun } from '../../stores/conversations'
import { attempt } from '../../stores/toasts'
import { runsText } from '../../text/runs'
import { text } from '../../text/text'
import { IconButton } from '../../ui/icon-button'
import { attachChosenFiles } from '../choose-files'

/** The buttons below a message: files, the end of the run, and sending or, while one is at work, queueing. */
export function ComposerActions({
  id,
  runId,
  canSend,
  sending,
}: {
  readonly id: string | null
  readonly runId: string | null
  readonly canSend: boolean
  readonly sending: boolean
}) {
  const t = text().chat
  return (
    <div className="composer-actions">
      <IconButton
        icon={Paperclip}
        label={t.attach}
        tooltipSide="top"
        onClick={() => void attempt(attachChosenFiles(id))}
      />
      <span className="composer-go">
        {runId !== null && (
          <IconButton
            icon={Square}
            label={t.stop}
            variant={canSend ? 'ghost' : 'primary'}
            className="composer-stop"
            tooltipSide="top"
            onClick={() => void attempt(stopRun(runId))}
          />
        )}
        {(runId === null || canSend) && (
          <IconButton
            type="submit"
            icon={ArrowUp}
            label={runId === null ? t.send : runsText().queue}
            variant="primary"
            tooltipSide="top"
            busy={sending}
            disabled={!canSend}
          />
        )}
      </span>
    </div>
  )
}
