import { CalendarClock } from 'lucide-react'
import type { Mission, Schedule } from '../../../shared/contract/missions'
import { newPlace } from '../../stores/kept-drafts'
import { changeMissionDraft, emptyFields, restoreMission, useMissions } from '../../stores/missions'
import { goTo } from '../../stores/page'
import { missionsText } from '../../text/missions'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { CatalogScreen } from '../catalog/catalog-screen'
import { CreateButton } from '../catalog/create-button'
import { InTrash } from '../catalog/in-trash'
import { MissionEditor } from './mission-editor'
import { MissionList } from './mission-list'
import { MissionView } from './mission-view'
import './missions.css'

/** When the examples run, in their order. */
const exampleSchedules: readonly Schedule[] = [
  { kind: 'weekly', days: [1], at: '08:00' },
  { kind: 'daily', at: '08:00' },
  { kind: 'daily', at: '18:00' },
]

/** All missions, or the one that is open. */
export function MissionsScreen({ id }: { readonly id: string | null }) {
  const { all, loaded, drafts } = useMissions()
  const t = missionsText()
  const opened = id === null ? undefined : all.find((other) => other.id === id)
  return (
    <CatalogScreen
      title={t.title}
      loaded={loaded}
      actions={id === null && <CreateButton screen="missions">{t.create}</CreateButton>}
    >
      {id !== null ? (
        <Opened id={id} mission={opened} />
      ) : all.length === 0 && !(newPlace in drafts) ? (
        <Examples />
      ) : (
        <MissionList />
      )}
    </CatalogScreen>
  )
}

function Opened({ id, mission }: { readonly id: string; readonly mission: Mission | undefined }) {
  const isWritten = useMissions((state) => id in state.drafts)
  const t = missionsText()
  if (id === newPlace) return <MissionEditor key={id} mission={null} />
  if (mission !== undefined && mission.trashedAt === null) {
    return isWritten ? (
      <MissionEditor key={id} mission={mission} />
    ) : (
      <MissionView key={id} mission={mission} />
    )
  }
  return (
    <InTrash
      icon={CalendarClock}
      screen="missions"
      words={t}
      name={mission?.name}
      written={isWritten}
      restore={async () => (await restoreMission(id)).name}
    />
  )
}

/** What to begin with: an example fills the editor. */
function Examples() {
  const t = missionsText()
  const begin = (index: number) => {
    const { name = '', prompt = '' } = t.examples[index] ?? {}
    const schedule = exampleSchedules[index] ?? emptyFields.schedule
    changeMissionDraft({ id: null, revision: 0, fields: { ...emptyFields, name, prompt, schedule } })
    goTo({ screen: 'missions', id: newPlace })
  }
  return (
    <div className="screen-empty">
      <EmptyState
        icon={CalendarClock}
        title={t.empty}
        action={
          <div className="section-buttons catalog-examples">
            {t.examples.map(({ title }, index) => (
              <Button key={title} onClick={() => begin(index)}>
                {title}
              </Button>
            ))}
          </div>
        }
      >
        {t.emptyText}
      </EmptyState>
    </div>
  )
}
