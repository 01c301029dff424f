import { Download, ListOrdered, Plus } from 'lucide-react'
import { useState } from 'react'
import { sequenceLimits } from '../../../shared/sequences/definition'
import { goTo } from '../../stores/page'
import { importSequence, newSequence, usableSequences, useSequences } from '../../stores/sequences'
import { attempt, notify } from '../../stores/toasts'
import { formatSize } from '../../text/language'
import { sequencesText } from '../../text/sequences'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Notice } from '../../ui/notice'
import { Spinner } from '../../ui/spinner'
import { fileFromBrowser } from '../file-from-browser'
import { ScreenHeader } from '../screen-header'
import { SequenceEditor } from './sequence-editor'
import { SequenceList } from './sequence-list'
import '../settings/settings.css'
import '../catalog.css'
import './sequences.css'

interface Imported {
  readonly id: string
  readonly name: string
  readonly missingTools: readonly string[]
}

/** All sequences, or the one that is being written. */
export function SequencesScreen({ id }: { readonly id: string | null }) {
  const loaded = useSequences((state) => state.loaded)
  const [imported, setImported] = useState<Imported | null>(null)
  const t = sequencesText()
  const bringIn = async () => {
    const file = await fileFromBrowser('.json,application/json')
    if (file === null) return
    if (file.size > sequenceLimits.file) {
      notify({ tone: 'danger', title: t.fileLarge(formatSize(sequenceLimits.file)) })
      return
    }
    const made = await attempt(file.text().then(importSequence))
    if (made === undefined) return
    const { sequence, missingTools } = made
    setImported({ id: sequence.id, name: sequence.definition.name, missingTools })
    goTo({ screen: 'sequences', id: sequence.id })
  }
  return (
    <div className="screen">
      <ScreenHeader title={t.title}>
        {id === null && (
          <>
            <Button icon={Download} onClick={() => void bringIn()}>
              <span className="wide-only">{t.import}</span>
            </Button>
            <Button
              icon={Plus}
              variant="primary"
              onClick={() => goTo({ screen: 'sequences', id: newSequence })}
            >
              {t.create}
            </Button>
          </>
        )}
      </ScreenHeader>
      <div className="screen-body">
        <div className="screen-column">
          {!loaded ? (
            <div className="screen-empty">
              <Spinner />
            </div>
          ) : id === null ? (
            <SequenceList />
          ) : (
            <>
              {imported?.id === id && (
                <Notice tone="info" title={t.imported(imported.name)} onDismiss={() => setImported(null)}>
                  {imported.missingTools.length > 0 && t.missingTools(imported.missingTools.join(', '))}
                </Notice>
              )}
              <Opened id={id} />
            </>
          )}
        </div>
      </div>
    </div>
  )
}

function Opened({ id }: { readonly id: string }) {
  const sequence = useSequences((state) => state.all.find((other) => other.id === id))
  const t = sequencesText()
  if (id === newSequence) return <SequenceEditor key={id} sequence={null} />
  if (sequence !== undefined && usableSequences([sequence]).length > 0) {
    return <SequenceEditor key={id} sequence={sequence} />
  }
  return (
    <div className="screen-empty">
      <EmptyState
        icon={ListOrdered}
        title={sequence === undefined ? t.gone : t.inTrash(sequence.definition.name)}
        action={<Button onClick={() => goTo({ screen: 'sequences', id: null })}>{t.back}</Button>}
      />
    </div>
  )
}
