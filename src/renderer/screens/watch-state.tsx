import { FileX } from 'lucide-react'
import type { WatchedFolder } from '../../shared/contract/library'
import { shownLibrary } from '../stores/library-address'
import { goTo } from '../stores/page'
import { watchedText } from '../text/watched'
import { Badge } from '../ui/badge'
import { Button } from '../ui/button'
import type { Tone } from '../ui/tone'

const tones: Readonly<Record<WatchedFolder['state'], Tone>> = {
  idle: 'neutral',
  looking: 'accent',
  watching: 'success',
  unavailable: 'warning',
}

/** How a watched folder is, in a word. */
export function WatchState({ folder }: { readonly folder: WatchedFolder }) {
  return <Badge tone={tones[folder.state]}>{watchedText().states[folder.state]}</Badge>
}

/** How many files are not in a watched folder any more; leads to their documents. */
export function GoneFiles({ folder: { id, gone } }: { readonly folder: WatchedFolder }) {
  if (gone === 0) return null
  const show = () => {
    // In all collections: a document may have been moved to another. What was searched for stands where they are listed.
    goTo({ ...shownLibrary(), collectionId: null, filter: { goneFrom: id }, words: '' })
  }
  return (
    <Button size="sm" icon={FileX} variant="ghost" onClick={show}>
      {watchedText().gone(gone)}
    </Button>
  )
}
