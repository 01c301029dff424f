import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type TaskComment, type TaskDetails, taskLimits } from '../../../shared/contract/tasks'
import { leaveTo } from '../../stores/page'
import { changeTaskWords, useTaskWords, wordsPlace } from '../../stores/task-words'
import { commentOnTask, deleteTaskComment } from '../../stores/tasks'
import { attempt } from '../../stores/toasts'
import { tasksText } from '../../text/tasks'
import { Button } from '../../ui/button'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Markdown } from '../../ui/markdown'
import { RelativeTime } from '../../ui/relative-time'
import { TextArea } from '../../ui/text-area'
import { actorName } from '../actor-name'

/** What was written about a task, and the field in which one writes. */
export function TaskComments({ details: { task, comments } }: { readonly details: TaskDetails }) {
  const t = tasksText()
  return (
    <section className="record-part" aria-label={t.commentsTitle}>
      <header>
        <h3>{t.commentsTitle}</h3>
      </header>
      {comments.map((comment) => (
        <Comment key={comment.id} comment={comment} />
      ))}
      {comments.length >= taskLimits.comments ? (
        <p className="record-quiet">{t.commentsFull(taskLimits.comments)}</p>
      ) : (
        <CommentForm id={task.id} />
      )}
    </section>
  )
}

function Comment({ comment: { id, text, madeBy, createdAt, outside } }: { readonly comment: TaskComment }) {
  const t = tasksText()
  const who = actorName(madeBy)
  return (
    <article className="task-comment" aria-label={t.commentBy(who)}>
      <header>
        <strong>
          <HiddenText text={who} />
        </strong>
        <RelativeTime at={createdAt} />
        <IconButton
          icon={Trash2}
          size="sm"
          label={t.commentDelete(who)}
          onClick={() => void attempt(deleteTaskComment(id))}
        />
      </header>
      <Markdown text={text} onLink={leaveTo} />
      {outside.length > 0 && (
        <p className="task-outside">
          <HiddenText text={t.fromOutsideText(outside)} />
        </p>
      )}
    </article>
  )
}

function CommentForm({ id }: { readonly id: string }) {
  const place = wordsPlace.comment(id)
  const words = useTaskWords((state) => state.drafts[place] ?? '')
  const [busy, setBusy] = useState(false)
  const t = tasksText()
  const ready = words.trim() !== ''
  const send = async () => {
    if (!ready || busy) return
    setBusy(true)
    const sent = await attempt(commentOnTask(id, words).then(() => true))
    setBusy(false)
    // What was written on meanwhile stays.
    if (sent && useTaskWords.getState().drafts[place] === words) changeTaskWords(place, '')
  }
  return (
    <form
      className="task-comment-form"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextArea
        label={t.comment}
        labelHidden
        placeholder={t.comment}
        rows={2}
        maxLength={taskLimits.comment}
        value={words}
        onChange={(typed) => changeTaskWords(place, typed)}
      />
      {ready && (
        <Button type="submit" size="sm" busy={busy}>
          {t.commentAdd}
        </Button>
      )}
    </form>
  )
}
