import { type ReactNode, useState } from 'react'
import { collectionNameLimit } from '../../shared/contract/library'
import { isSameName } from '../../shared/text/one-line'
import { createCollection, useLibrary } from '../stores/library'
import { libraryText } from '../text/library'
import { TextField } from '../ui/text-field'
import { CollectionField } from './collection-field'

/** What stands for a collection that is still to be made. */
const another = 'new'

/** The collection that something is added to, one that is there or a new one. */
export interface CollectionChoice {
  readonly field: ReactNode
  /** Whether it can be taken: a new one needs a name. */
  readonly ready: boolean
  /** Answers the id of the chosen one, which is made now where it is new. */
  readonly take: () => Promise<string>
}

/** Chooses a collection for what is added; at first `wanted`, or the first there is. */
export function useCollectionChoice(wanted: string | null, label: string): CollectionChoice {
  const collections = useLibrary((state) => state.collections)
  const [own, setChosen] = useState(wanted)
  const [name, setName] = useState('')
  const t = libraryText().collection
  const chosen = own ?? collections[0]?.id ?? another
  const isNew = chosen === another
  const typed = name.trim()
  return {
    field: (
      <>
        <CollectionField label={label} value={chosen} onChange={setChosen} another={another} />
        {isNew && (
          <TextField label={t.newName} value={name} maxLength={collectionNameLimit} onChange={setName} />
        )}
      </>
    ),
    ready: !isNew || typed !== '',
    async take() {
      if (!isNew) return chosen
      const known = collections.find((each) => isSameName(each.name, typed))
      const { id } = known ?? (await createCollection(typed, ''))
      // What is to be added to it may fail, and be tried again.
      setChosen(id)
      return id
    },
  }
}
