import { Plus } from 'lucide-react'
import { newPlace } from '../../stores/kept-drafts'
import { goTo } from '../../stores/page'
import { Button } from '../../ui/button'

/** Opens a new one, of which nothing is saved yet. */
export function CreateButton({
  screen,
  children,
}: {
  readonly screen: 'tasks' | 'sequences' | 'assistants' | 'missions' | 'tools'
  readonly children: string
}) {
  return (
    <Button icon={Plus} variant="primary" onClick={() => goTo({ screen, id: newPlace })}>
      {children}
    </Button>
  )
}
