import { CircleStop, Play } from 'lucide-react'
import type { Mission } from '../../../shared/contract/missions'
import {
  duplicateMission,
  removeMission,
  restoreMission,
  runMission,
  stopMission,
  writeMission,
} from '../../stores/missions'
import { goTo } from '../../stores/page'
import { attempt, notify } from '../../stores/toasts'
import { missionsText } from '../../text/missions'
import { CatalogMenu } from '../catalog/catalog-menu'

/** Has a mission run now and says so. */
export async function runNow(id: string): Promise<void> {
  const mission = await attempt(runMission(id))
  if (mission !== undefined) notify({ tone: 'info', title: missionsText().started(mission.name) })
}

/** Opens a mission to be changed, with what was written of it and not saved. */
export function editMission(mission: Mission): void {
  writeMission(mission)
  goTo({ screen: 'missions', id: mission.id })
}

/** What can be done with a mission. */
export function MissionMenu({ mission }: { readonly mission: Mission }) {
  const { id, name, state } = mission
  const t = missionsText()
  const remove = async () => {
    await removeMission(id)
    goTo({ screen: 'missions', id: null })
  }
  return (
    <CatalogMenu
      name={name}
      words={t}
      use={
        state === 'idle'
          ? { id: 'run', icon: Play, label: t.run, onSelect: () => void runNow(id) }
          : { id: 'stop', icon: CircleStop, label: t.stop, onSelect: () => void attempt(stopMission(id)) }
      }
      edit={() => editMission(mission)}
      duplicate={async () => (await duplicateMission(id)).name}
      removal={{
        words: state === 'idle' ? t : { ...t, removeText: `${t.removeRunning} ${t.removeText}` },
        remove,
        restore: () => restoreMission(id),
      }}
    />
  )
}
