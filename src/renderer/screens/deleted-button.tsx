import { ArchiveRestore } from 'lucide-react'
import { useEffect, useState } from 'react'
import { screenRoute } from '../app/router'
import { anyDeleted, showDeleted, useChanges } from '../stores/changes'
import { goTo } from '../stores/page'
import { attempt } from '../stores/toasts'
import { decisionText } from '../text/decisions'
import { Button } from '../ui/button'
import { whileWanted } from '../ui/while-wanted'

/** Leads to what was deleted in a module and can be brought back; nothing where there is none. */
export function DeletedButton({
  module,
  always = false,
}: {
  readonly module: string
  /** Has its words also in a narrow window. */
  readonly always?: boolean
}) {
  const [any, setAny] = useState(false)
  const latest = useChanges((state) => state.latest)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another change is the reason to ask again
  useEffect(
    () => whileWanted(attempt(anyDeleted(module)), (found) => setAny(found ?? false)),
    [module, latest],
  )
  if (!any) return null
  const { deletedOnes } = decisionText().activity
  const show = () => {
    showDeleted(module)
    goTo(screenRoute('activity'))
  }
  return (
    <Button icon={ArchiveRestore} variant={always ? 'secondary' : 'ghost'} onClick={show}>
      {always ? deletedOnes : <span className="wide-only">{deletedOnes}</span>}
    </Button>
  )
}
