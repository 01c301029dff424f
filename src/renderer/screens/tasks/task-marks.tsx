import {
  CalendarDays,
  ChevronDown,
  ChevronsUp,
  ChevronUp,
  Circle,
  CircleCheck,
  CircleDot,
  CircleSlash,
  Equal,
  Hourglass,
  ListTree,
  type LucideIcon,
  MessageSquare,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { isEnded, type TaskLine, type TaskPriority, type TaskStatus } from '../../../shared/contract/tasks'
import { currentLocale } from '../../text/language'
import { tasksText } from '../../text/tasks'
import { HiddenText } from '../../ui/hidden-text'
import type { Tone } from '../../ui/tone'
import { dueInFull, dueInWords, dueStanding } from './due'
import { RunSign } from './run-sign'
import { useToday } from './use-today'

/** How a status is drawn; its word stands beside it. */
export const statusIcons: Readonly<Record<TaskStatus, LucideIcon>> = {
  open: Circle,
  in_progress: CircleDot,
  done: CircleCheck,
  cancelled: CircleSlash,
}

const priorityLooks: Readonly<Record<TaskPriority, { readonly icon: LucideIcon; readonly tone: Tone }>> = {
  low: { icon: ChevronDown, tone: 'neutral' },
  normal: { icon: Equal, tone: 'neutral' },
  high: { icon: ChevronUp, tone: 'warning' },
  urgent: { icon: ChevronsUp, tone: 'danger' },
}

/** A small icon with its words. */
function Mark({
  icon: Icon,
  tone = 'neutral',
  title,
  children,
}: {
  readonly icon: LucideIcon
  readonly tone?: Tone
  readonly title?: string
  readonly children: ReactNode
}) {
  return (
    <span className={`task-mark ui-tone-${tone}`} title={title}>
      <Icon size={13} aria-hidden />
      {children}
    </span>
  )
}

/** How much a task matters. */
function PriorityMark({ priority }: { readonly priority: TaskPriority }) {
  const { icon, tone } = priorityLooks[priority]
  return (
    <Mark icon={icon} tone={tone}>
      {tasksText().priorities[priority]}
    </Mark>
  )
}

/** By when a task is to be done; that it is too late is said in words. */
function DueMark({ due, ended }: { readonly due: string; readonly ended: boolean }) {
  const today = useToday()
  const locale = currentLocale()
  const t = tasksText()
  const words = dueInWords(due, today, locale)
  const standing = ended ? 'later' : dueStanding(due, today)
  const tone = standing === 'overdue' ? 'danger' : standing === 'today' ? 'warning' : 'neutral'
  return (
    <Mark icon={CalendarDays} tone={tone} title={dueInFull(due, locale)}>
      {standing === 'overdue' ? t.overdue(words) : t.dueOn(words)}
    </Mark>
  )
}

/** The whole day, and how long it is past. */
export function DueFact({ due, ended }: { readonly due: string; readonly ended: boolean }) {
  const today = useToday()
  const day = dueInFull(due, currentLocale())
  if (ended || dueStanding(due, today) !== 'overdue') return day
  return (
    <Mark icon={CalendarDays} tone="danger">
      {tasksText().overdue(day)}
    </Mark>
  )
}

/** What is to know of a task beside its title, where it is not as usual. */
export function TaskMarks({
  line,
  hasStatus = true,
}: {
  readonly line: TaskLine
  /** Whether its status is told; a column tells it for all that is in it. */
  readonly hasStatus?: boolean
}) {
  const { status, priority, due, blockedBy, parts, partsEnded, comments, tags, lastRun } = line
  const t = tasksText()
  const ended = isEnded(status)
  const toldStatus = hasStatus && (status === 'in_progress' || status === 'cancelled')
  return (
    <span className="task-marks">
      {lastRun !== null && <RunSign run={lastRun} />}
      {toldStatus && (
        <Mark icon={statusIcons[status]} tone={status === 'in_progress' ? 'accent' : 'neutral'}>
          {t.statuses[status]}
        </Mark>
      )}
      {priority !== 'normal' && !ended && <PriorityMark priority={priority} />}
      {due !== null && !ended && <DueMark due={due} ended={ended} />}
      {blockedBy > 0 && !ended && <Mark icon={Hourglass}>{t.waitsFor(blockedBy)}</Mark>}
      {parts > 0 && <Mark icon={ListTree}>{t.parts(partsEnded, parts)}</Mark>}
      {comments > 0 && (
        <Mark icon={MessageSquare} title={t.comments(comments)}>
          <span aria-hidden>{comments}</span>
          <span className="visually-hidden">{t.comments(comments)}</span>
        </Mark>
      )}
      {tags.map((tag) => (
        <span key={tag} className="task-tag truncate">
          <HiddenText text={tag} />
        </span>
      ))}
    </span>
  )
}
