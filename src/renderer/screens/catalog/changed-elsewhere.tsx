import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'

/** Somebody saved the one that is being written: whose is to stay. */
export function ChangedElsewhere({
  words,
  onTakeNew,
  onKeepMine,
}: {
  readonly words: Readonly<Record<'conflict' | 'conflictKept' | 'takeNew' | 'keepMine', string>>
  readonly onTakeNew: () => void
  readonly onKeepMine: () => void
}) {
  return (
    <Notice
      tone="warning"
      title={words.conflict}
      announce
      actions={
        <>
          <Button size="sm" onClick={onTakeNew}>
            {words.takeNew}
          </Button>
          <Button size="sm" onClick={onKeepMine}>
            {words.keepMine}
          </Button>
        </>
      }
    >
      {words.conflictKept}
    </Notice>
  )
}
