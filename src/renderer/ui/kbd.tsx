import './kbd.css'

const appleKeys: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Ctrl: '⌃',
  Alt: '⌥',
  Shift: '⇧',
  Enter: '↵',
  Escape: 'esc',
  Backspace: '⌫',
}
const otherKeys: Readonly<Record<string, string>> = { Mod: 'Ctrl', Enter: '↵', Escape: 'Esc', Backspace: '⌫' }

function isApple(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
}

/** A shortcut such as `Mod+K`; Mod is the command key on Apple's systems and Ctrl elsewhere. */
export function Kbd({ keys, apple = isApple() }: { readonly keys: string; readonly apple?: boolean }) {
  const names = apple ? appleKeys : otherKeys
  return (
    <span className="ui-kbd">
      {keys.split('+').map((key) => (
        <kbd key={key}>{names[key] ?? key}</kbd>
      ))}
    </span>
  )
}
