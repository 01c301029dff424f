import { Plus } from 'lucide-react'
import type { Route } from '../../app/router'
import { goTo } from '../../stores/page'
import { Button } from '../../ui/button'

/** Opens a new one, of which nothing is saved yet. */
export function CreateButton({ route, children }: { readonly route: Route; readonly children: string }) {
  return (
    <Button icon={Plus} variant="primary" onClick={() => goTo(route)}>
      {children}
    </Button>
  )
}
