import { Copy, Ellipsis, FileOutput, ListOrdered, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Sequence } from '../../../shared/contract/sequences'
import { newPlace } from '../../stores/kept-drafts'
import { goTo } from '../../stores/page'
import {
  changeSequenceDraft,
  duplicateSequence,
  exportSequence,
  removeSequence,
  restoreSequence,
  usableSequences,
  useSequences,
} from '../../stores/sequences'
import { attemptAndTell } from '../../stores/toasts'
import { sequencesText } from '../../text/sequences'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'
import { BegunRow } from '../catalog/begun-row'
import { RemoveDialog } from '../catalog/remove-dialog'
import { saveExport } from '../catalog/save-export'
import { Trash, TrashedRow } from '../catalog/trash'
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
  const begun = drafts[newPlace]
  return (
    <div className="catalog">
      {here.length === 0 && begun === undefined ? (
        <Examples />
      ) : (
        <>
          <p className="catalog-quiet">{t.intro}</p>
          <ul className="catalog-list catalog-items">
            {begun && (
              <BegunRow
                route={{ screen: 'sequences', id: newPlace }}
                name={begun.definition.name.trim() || t.newTitle}
                unsaved={t.unsaved}
              />
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
      <Trash title={t.trash}>
        {trashed.map(({ id, definition }) => (
          <TrashedRow
            key={id}
            name={definition.name}
            words={t}
            restore={async () => (await restoreSequence(id)).definition.name}
          />
        ))}
      </Trash>
      {removing && (
        <RemoveDialog
          name={removing.definition.name}
          words={t}
          remove={() => removeSequence(removing.id)}
          restore={() => restoreSequence(removing.id)}
          onClose={() => setRemoving(undefined)}
        />
      )}
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
          <div className="section-buttons catalog-examples">
            {exampleSequences().map((definition) => (
              <Button
                key={definition.name}
                onClick={() => {
                  changeSequenceDraft({ id: null, revision: 0, definition })
                  goTo({ screen: 'sequences', id: newPlace })
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
  const duplicate = () => attemptAndTell(duplicateSequence(id), (copy) => t.duplicated(copy.definition.name))
  return (
    <li>
      <button type="button" className="catalog-row sequence-row" onClick={open}>
        <ListOrdered size={16} aria-hidden />
        <span className="catalog-words catalog-lines">
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
          {
            id: 'export',
            icon: FileOutput,
            label: t.export,
            onSelect: () => void saveExport(exportSequence(id)),
          },
          { id: 'remove', icon: Trash2, label: t.remove, danger: true, onSelect: onRemove },
        ]}
      />
    </li>
  )
}
