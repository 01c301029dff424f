import type { Schedule } from '../../../shared/contract/missions'
import { assertNever } from '../../../shared/errors'
import { missionsText } from '../../text/missions'
import { Checkbox } from '../../ui/checkbox'
import { Select } from '../../ui/select'
import { TextField } from '../../ui/text-field'
import { NumberField } from '../number-field'
import { weekday } from './mission-words'

type Kind = Schedule['kind']
type Unit = 'minutes' | 'hours' | 'days'

const kinds: readonly Kind[] = ['by_hand', 'every', 'daily', 'weekly', 'monthly']
const minutesOf: Readonly<Record<Unit, number>> = { minutes: 1, hours: 60, days: 1440 }
const usualTime = '08:00'

/** When a mission runs by itself. */
export function ScheduleField({
  schedule,
  problem,
  onChange,
}: {
  readonly schedule: Schedule
  readonly problem: string | undefined
  readonly onChange: (schedule: Schedule) => void
}) {
  const t = missionsText()
  return (
    <>
      <Select
        label={t.schedule}
        hint={t.scheduleHint}
        value={schedule.kind}
        options={kinds.map((value) => ({ value, label: t.kinds[value] }))}
        onChange={(kind) => onChange(beginningOf(kind, schedule))}
      />
      <Details schedule={schedule} problem={problem} onChange={onChange} />
    </>
  )
}

/** Another kind keeps the time of the day. */
function beginningOf(kind: Kind, before: Schedule): Schedule {
  const at = 'at' in before ? before.at : usualTime
  switch (kind) {
    case 'by_hand':
      return { kind }
    case 'every':
      return { kind, minutes: 60 }
    case 'daily':
      return { kind, at }
    case 'weekly':
      return { kind, days: [1], at }
    case 'monthly':
      return { kind, day: 1, at }
    default:
      return assertNever(kind)
  }
}

function Details({
  schedule,
  problem,
  onChange,
}: {
  readonly schedule: Schedule
  readonly problem: string | undefined
  readonly onChange: (schedule: Schedule) => void
}) {
  const t = missionsText()
  switch (schedule.kind) {
    case 'by_hand':
      return null
    case 'every':
      return <Every minutes={schedule.minutes} problem={problem} onChange={onChange} />
    case 'daily':
      return <Time at={schedule.at} problem={problem} onChange={(at) => onChange({ ...schedule, at })} />
    case 'weekly':
      return (
        <>
          <Days days={schedule.days} onChange={(days) => onChange({ ...schedule, days })} />
          <Time at={schedule.at} problem={problem} onChange={(at) => onChange({ ...schedule, at })} />
        </>
      )
    case 'monthly':
      return (
        <div className="section-row section-pair">
          <NumberField
            label={t.day}
            hint={t.dayHint}
            error={problem}
            value={schedule.day}
            onChange={(day) => onChange({ ...schedule, day: day ?? 0 })}
          />
          <Time at={schedule.at} problem={undefined} onChange={(at) => onChange({ ...schedule, at })} />
        </div>
      )
    default:
      return assertNever(schedule)
  }
}

function Every({
  minutes,
  problem,
  onChange,
}: {
  readonly minutes: number
  readonly problem: string | undefined
  readonly onChange: (schedule: Schedule) => void
}) {
  const t = missionsText()
  const unit: Unit =
    minutes === 0 || minutes % minutesOf.hours !== 0
      ? 'minutes'
      : minutes % minutesOf.days === 0
        ? 'days'
        : 'hours'
  const amount = minutes / minutesOf[unit]
  const units: readonly Unit[] = ['minutes', 'hours', 'days']
  return (
    <div className="section-row section-pair">
      <NumberField
        label={t.amount}
        error={problem}
        value={amount}
        onChange={(value) => onChange({ kind: 'every', minutes: (value ?? 0) * minutesOf[unit] })}
      />
      <Select
        label={t.unit}
        value={unit}
        options={units.map((value) => ({ value, label: t.units[value] }))}
        onChange={(chosen) => onChange({ kind: 'every', minutes: amount * minutesOf[chosen] })}
      />
    </div>
  )
}

function Time({
  at,
  problem,
  onChange,
}: {
  readonly at: string
  readonly problem: string | undefined
  readonly onChange: (at: string) => void
}) {
  return <TextField label={missionsText().at} error={problem} type="time" value={at} onChange={onChange} />
}

function Days({
  days,
  onChange,
}: {
  readonly days: readonly number[]
  readonly onChange: (days: number[]) => void
}) {
  return (
    <fieldset className="mission-days">
      <legend className="mission-days-label">{missionsText().days}</legend>
      {[1, 2, 3, 4, 5, 6, 7].map((day) => (
        <Checkbox
          key={day}
          label={weekday(day)}
          checked={days.includes(day)}
          onChange={(on) =>
            onChange(on ? [...days, day].toSorted((a, b) => a - b) : days.filter((one) => one !== day))
          }
        />
      ))}
    </fieldset>
  )
}
