import { HiddenText } from './hidden-text'
import './path-text.css'

/** A path in one line: where there is no room for it, its folder is cut, and not the name that tells it from others. */
export function PathText({ path }: { readonly path: string }) {
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1
  return (
    <span className="ui-path">
      {end > 0 && (
        <span className="truncate">
          <HiddenText text={path.slice(0, end)} />
        </span>
      )}
      <span className="ui-path-name truncate">
        <HiddenText text={path.slice(end)} />
      </span>
    </span>
  )
}
