import { CircleStop, Copy, Ellipsis, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Mission } from '../../../shared/contract/missions'
import {
  changeMissionDraft,
  draftOf,
  duplicateMission,
  removeMission,
  restoreMission,
  runMission,
  stopMission,
} from '../../stores/missions'
import { goTo } from '../../stores/page'
import { attempt, attemptAndTell, notify } from '../../stores/toasts'
import { missionsText } from '../../text/missions'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'
import { RemoveDialog } from '../catalog/remove-dialog'

/** Has a mission run now and says so. */
export async function runNow(id: string): Promise<void> {
  const mission = await attempt(runMission(id))
  if (mission !== undefined) notify({ tone: 'info', title: missionsText().started(mission.name) })
}

/** Opens a mission to be changed. */
export function editMission(mission: Mission): void {
  changeMissionDraft(draftOf(mission))
  goTo({ screen: 'missions', id: mission.id })
}

/** What can be done with a mission. */
export function MissionMenu({ mission }: { readonly mission: Mission }) {
  const { id, name, state } = mission
  const [removing, setRemoving] = useState(false)
  const t = missionsText()
  const duplicate = () => attemptAndTell(duplicateMission(id), (copy) => t.duplicated(copy.name))
  const remove = async () => {
    await removeMission(id)
    goTo({ screen: 'missions', id: null })
  }
  return (
    <>
      <Menu
        align="end"
        trigger={(props) => <IconButton {...props} icon={Ellipsis} label={t.actions(name)} />}
        items={[
          state === 'idle'
            ? { id: 'run', icon: Play, label: t.run, onSelect: () => void runNow(id) }
            : { id: 'stop', icon: CircleStop, label: t.stop, onSelect: () => void attempt(stopMission(id)) },
          { id: 'edit', icon: Pencil, label: t.edit, onSelect: () => editMission(mission) },
          { id: 'duplicate', icon: Copy, label: t.duplicate, onSelect: () => void duplicate() },
          { id: 'remove', icon: Trash2, label: t.remove, danger: true, onSelect: () => setRemoving(true) },
        ]}
      />
      {removing && (
        <RemoveDialog
          name={name}
          words={state === 'idle' ? t : { ...t, removeText: `${t.removeRunning} ${t.removeText}` }}
          remove={remove}
          restore={() => restoreMission(id)}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  )
}
