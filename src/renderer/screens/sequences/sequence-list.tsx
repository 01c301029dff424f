import { ListOrdered, Play } from 'lucide-react'
import { useState } from 'react'
import type { Sequence } from '../../../shared/contract/sequences'
import type { Route } from '../../app/router'
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
import { sequencesText } from '../../text/sequences'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { HiddenText } from '../../ui/hidden-text'
import { CatalogList } from '../catalog/catalog-list'
import { CatalogMenu } from '../catalog/catalog-menu'
import { CatalogRow } from '../catalog/catalog-row'
import { Trash, TrashedRow } from '../catalog/trash'
import { exampleSequences } from './examples'
import { RunDialog } from './run-dialog'

/** Every sequence with what it is for; below them those in the trash. */
export function SequenceList() {
  const all = useSequences((state) => state.all)
  const drafts = useSequences((state) => state.drafts)
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
        <CatalogList
          words={t}
          begun={begun && { route: { screen: 'sequences', id: newPlace }, name: begun.definition.name }}
        >
          {here.map((sequence) => (
            <Row
              key={sequence.id}
              sequence={sequence}
              unsaved={sequence.id in drafts}
              onRun={() => setRunning(sequence)}
            />
          ))}
        </CatalogList>
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
}: {
  readonly sequence: Sequence
  readonly unsaved: boolean
  readonly onRun: () => void
}) {
  const { id, definition } = sequence
  const { name, description, steps } = definition
  const t = sequencesText()
  const route: Route = { screen: 'sequences', id }
  return (
    <CatalogRow
      route={route}
      lead={<ListOrdered className="sequence-sign" size={16} aria-hidden />}
      name={name || t.newTitle}
      unsaved={unsaved ? t.unsaved : undefined}
      actions={
        <CatalogMenu
          name={name}
          words={t}
          use={{ id: 'run', icon: Play, label: t.run, onSelect: onRun }}
          edit={() => goTo(route)}
          duplicate={async () => (await duplicateSequence(id)).definition.name}
          exportFile={{ label: t.export, file: () => exportSequence(id) }}
          removal={{ words: t, remove: () => removeSequence(id), restore: () => restoreSequence(id) }}
        />
      }
    >
      <span>
        <HiddenText
          text={[description.split('\n')[0], t.stepCount(steps.length)].filter(Boolean).join(' · ')}
        />
      </span>
    </CatalogRow>
  )
}
