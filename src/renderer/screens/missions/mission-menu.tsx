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
import { attempt, notify } from '../../stores/toasts'
import { missionsText } from '../../text/missions'
import { text } from '../../text/text'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'

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
  const duplicate = async () => {
    const copy = await attempt(duplicateMission(id))
    if (copy !== undefined) notify({ tone: 'success', title: t.duplicated(copy.name) })
  }
  const remove = async () => {
    setRemoving(false)
    if (!(await attempt(removeMission(id).then(() => true)))) return
    goTo({ screen: 'missions', id: null })
    notify({
      tone: 'success',
      title: t.removed(name),
      action: { label: t.undo, onSelect: () => void attempt(restoreMission(id)) },
    })
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
        <ConfirmDialog
          title={<HiddenText text={t.removeTitle(name)} />}
          description={state === 'idle' ? t.removeText : `${t.removeRunning} ${t.removeText}`}
          icon={Trash2}
          tone="danger"
          confirmLabel={t.removeConfirm}
          cancelLabel={text().app.cancel}
          onConfirm={remove}
          onCancel={() => setRemoving(false)}
        />
      )}
    </>
  )
}
