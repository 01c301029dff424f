import { ListOrdered } from 'lucide-react'
import { useState } from 'react'
import { sequenceLimits } from '../../../shared/sequences/definition'
import { newPlace } from '../../stores/kept-drafts'
import { goTo } from '../../stores/page'
import { importSequence, restoreSequence, usableSequences, useSequences } from '../../stores/sequences'
import { sequencesText } from '../../text/sequences'
import { Notice } from '../../ui/notice'
import { CatalogScreen } from '../catalog/catalog-screen'
import { CreateButton } from '../catalog/create-button'
import { ImportButton } from '../catalog/import-button'
import { InTrash } from '../catalog/in-trash'
import { SequenceEditor } from './sequence-editor'
import { SequenceList } from './sequence-list'
import '../settings/settings.css'
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
  const bringIn = async (text: string) => {
    const { sequence, missingTools } = await importSequence(text)
    setImported({ id: sequence.id, name: sequence.definition.name, missingTools })
    goTo({ screen: 'sequences', id: sequence.id })
  }
  return (
    <CatalogScreen
      title={t.title}
      loaded={loaded}
      actions={
        id === null && (
          <>
            <ImportButton mostBytes={sequenceLimits.file} words={t} take={bringIn} />
            <CreateButton screen="sequences">{t.create}</CreateButton>
          </>
        )
      }
    >
      {id === null ? (
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
    </CatalogScreen>
  )
}

function Opened({ id }: { readonly id: string }) {
  const sequence = useSequences((state) => state.all.find((other) => other.id === id))
  const written = useSequences(({ drafts }) => id in drafts)
  const t = sequencesText()
  if (id === newPlace) return <SequenceEditor key={id} sequence={null} />
  if (sequence !== undefined && usableSequences([sequence]).length > 0) {
    return <SequenceEditor key={id} sequence={sequence} />
  }
  return (
    <InTrash
      icon={ListOrdered}
      screen="sequences"
      words={t}
      name={sequence?.definition.name}
      written={written}
      restore={async () => (await restoreSequence(id)).definition.name}
    />
  )
}
