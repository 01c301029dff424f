import type { WatchedFolder } from '../../shared/contract/library'
import { watchedText } from '../text/watched'
import { Badge } from '../ui/badge'
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
