import { Spinner } from '../ui/spinner'

/** In place of what a screen shows, until it is here. */
export function Waiting() {
  return (
    <div className="screen-empty">
      <Spinner />
    </div>
  )
}
