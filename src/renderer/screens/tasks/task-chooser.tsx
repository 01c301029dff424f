import { CircleCheckBig } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { isEnded } from '../../../shared/contract/tasks'
import { useTasks } from '../../stores/tasks'
import { tasksText } from '../../text/tasks'
import { HiddenText } from '../../ui/hidden-text'
import { holdsWords } from '../fitting-names'
import { FormDialog } from '../form-dialog'
import { RecordChooser } from '../record-chooser'

/** Of a longer list nobody reads the rest: another letter narrows it down. */
const shownLimit = 8

/** A dialog in which one task is found and chosen. */
export function TaskChooser({
  title,
  confirm,
  nothing,
  except,
  onChoose,
  onCancel,
}: {
  readonly title: string
  /** The word on the button. */
  readonly confirm: string
  /** Said where none is found. */
  readonly nothing: string
  /** The ids of those that are not offered. */
  readonly except: ReadonlySet<string>
  readonly onChoose: (id: string) => void
  readonly onCancel: () => void
}) {
  const lines = useTasks((state) => state.lines)
  const [query, setQuery] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const t = tasksText()
  const found = useMemo(() => {
    const titles = new Map(lines?.map((line) => [line.id, line.title]))
    return (lines ?? [])
      .filter((line) => !except.has(line.id) && holdsWords(line.title, query))
      .toSorted((a, b) => Number(isEnded(a.status)) - Number(isEnded(b.status)))
      .slice(0, shownLimit)
      .map((line) => {
        const whole = line.parent === null ? undefined : titles.get(line.parent)
        return {
          id: line.id,
          name: line.title,
          about: [t.statuses[line.status], ...(whole === undefined ? [] : [t.partOf(whole)])].join(', '),
        }
      })
  }, [lines, except, query, t])
  return (
    <FormDialog
      title={<HiddenText text={title} />}
      icon={CircleCheckBig}
      confirm={confirm}
      ready={found.some(({ id }) => id === chosen)}
      className="record-dialog"
      initialFocus={search}
      onSubmit={() => chosen !== null && onChoose(chosen)}
      onCancel={onCancel}
    >
      <RecordChooser
        label={title}
        search={search}
        find={t.find}
        nothing={nothing}
        query={query}
        onQuery={setQuery}
        found={found}
        chosen={chosen}
        onChoose={setChosen}
      />
    </FormDialog>
  )
}
