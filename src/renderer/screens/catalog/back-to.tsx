import { ArrowLeft } from 'lucide-react'
import { type Screen, screenRoute } from '../../app/router'
import { goTo } from '../../stores/page'
import { Button } from '../../ui/button'

/** The way from the one that is open to all of them. */
export function BackTo({ screen, children }: { readonly screen: Screen; readonly children: string }) {
  return (
    <Button variant="ghost" size="sm" icon={ArrowLeft} onClick={() => goTo(screenRoute(screen))}>
      {children}
    </Button>
  )
}
