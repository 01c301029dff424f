import { Copy, Ellipsis, FileOutput, ListOrdered, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Sequence } from '../../../shared/contract/sequences'
import { goTo } from '../../stores/page'
import {
  changeSequenceDraft,
  duplicateSequence,
  exportSequence,
  newSequence,
  removeSequence,
  restoreSequence,
  usableSequences,
  useSequences,
} from '../../stores/sequences'
import { attempt, notify } from '../../stores/toasts'
import { sequencesText } from '../../text/sequences'
import { text } from '../../text/text'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { EmptyState } from '../../ui/empty-state'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'
import { saveFile } from '../../ui/save-file'
import { exampleSequences } from './examples'
import { RunDialog } from './run-dialog'

/** Every sequence with what it is for; below them those in the trash. */
export function SequenceList() {
  const all = useSequences((state) => state.all)
  const drafts = useSequences((state) => state.drafts)
  const [removing, setRemoving] = useState<Sequence>()
  const [running, setRunning] = useState<Sequence>()
  const t = sequencesText()
  const here = usableSequences(all)
  const trashed = all.filter(({ trashedAt }) => trashedAt !== null)
  const begun = drafts[newSequence]
  return (
    <div className="catalog">
      {here.length === 0 && begun === undefined ? (
        <Examples />
      ) : (
        <>
          <p className="catalog-quiet">{t.intro}</p>
          <ul className="catalog-list sequence-list">
            {begun && (
              <li>
                <button
                  type="button"
                  className="catalog-row"
                  onClick={() => goTo({ screen: 'sequences', id: newSequence })}
                >
                  <span className="catalog-words sequence-words">
                    <strong>{begun.definition.name.trim() || t.newTitle}</strong>
                  </span>
                  <Badge tone="warning">{t.unsaved}</Badge>
                </button>
              </li>
            )}
            {here.map((sequence) => (
              <Row
                key={sequence.id}
                sequence={sequence}
                unsaved={sequence.id in drafts}
                onRun={() => setRunning(sequence)}
                onRemove={() => setRemoving(sequence)}
              />
            ))}
          </ul>
        </>
      )}
      {trashed.length > 0 && <Trashed sequences={trashed} />}
      {removing && <RemoveDialog sequence={removing} onClose={() => setRemoving(undefined)} />}
      {running && <RunDialog sequence={running} onClose={() => setRunning(undefined)} />}
    </div>
  )
}

function Examples() {
  const t = sequencesText()
  return (
    <div className="screen-empty">
      <EmptyState
        icon={ListOrdered}
        title={t.empty}
        action={
          <div className="section-buttons sequence-examples">
            {exampleSequences().map((definition) => (
              <Button
                key={definition.name}
                onClick={() => {
                  changeSequenceDraft({ id: null, revision: 0, definition })
                  goTo({ screen: 'sequences', id: newSequence })
                }}
              >
                {t.beginWith(definition.name)}
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

function Row({
  sequence,
  unsaved,
  onRun,
  onRemove,
}: {
  readonly sequence: Sequence
  readonly unsaved: boolean
  readonly onRun: () => void
  readonly onRemove: () => void
}) {
  const { id, definition } = sequence
  const { name, description, steps } = definition
  const t = sequencesText()
  const open = () => goTo({ screen: 'sequences', id })
  const duplicate = async () => {
    const copy = await attempt(duplicateSequence(id))
    if (copy !== undefined) notify({ tone: 'success', title: t.duplicated(copy.definition.name) })
  }
  const exportFile = async () => {
    const file = await attempt(exportSequence(id))
    if (file !== undefined) saveFile(file.name, 'application/json', file.text)
  }
  return (
    <li>
      <button type="button" className="catalog-row" onClick={open}>
        <ListOrdered size={16} aria-hidden />
        <span className="catalog-words sequence-words">
          <strong>
            <HiddenText text={name || t.newTitle} />
          </strong>
          <span>
            <HiddenText
              text={[description.split('\n')[0], t.stepCount(steps.length)].filter(Boolean).join(' · ')}
            />
          </span>
        </span>
        {unsaved && <Badge tone="warning">{t.unsaved}</Badge>}
      </button>
      <Menu
        align="end"
        trigger={(props) => <IconButton {...props} icon={Ellipsis} label={t.actions(name)} />}
        items={[
          { id: 'run', icon: Play, label: t.run, onSelect: onRun },
          { id: 'edit', icon: Pencil, label: t.edit, onSelect: open },
          { id: 'duplicate', icon: Copy, label: t.duplicate, onSelect: () => void duplicate() },
          { id: 'export', icon: FileOutput, label: t.export, onSelect: () => void exportFile() },
          { id: 'remove', icon: Trash2, label: t.remove, danger: true, onSelect: onRemove },
        ]}
      />
    </li>
  )
}

function Trashed({ sequences }: { readonly sequences: readonly Sequence[] }) {
  const t = sequencesText()
  const restore = async (id: string) => {
    const back = await attempt(restoreSequence(id))
    if (back !== undefined) notify({ tone: 'success', title: t.restored(back.definition.name) })
  }
  return (
    <section aria-label={t.trash}>
      <h2 className="catalog-head">{t.trash}</h2>
      <ul className="catalog-list sequence-list">
        {sequences.map(({ id, definition }) => (
          <li key={id} className="sequence-trashed">
            <span className="catalog-words">
              <HiddenText text={definition.name} />
            </span>
            <Button size="sm" onClick={() => void restore(id)}>
              {t.restore}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function RemoveDialog({ sequence, onClose }: { readonly sequence: Sequence; readonly onClose: () => void }) {
  const { id, definition } = sequence
  const t = sequencesText()
  const remove = async () => {
    onClose()
    if (!(await attempt(removeSequence(id).then(() => true)))) return
    notify({
      tone: 'success',
      title: t.removed(definition.name),
      action: { label: t.undo, onSelect: () => void attempt(restoreSequence(id)) },
    })
  }
  return (
    <ConfirmDialog
      title={<HiddenText text={t.removeTitle(definition.name)} />}
      description={t.removeText}
      icon={Trash2}
      tone="danger"
      confirmLabel={t.removeConfirm}
      cancelLabel={text().app.cancel}
      onConfirm={remove}
      onCancel={onClose}
    />
  )
}
