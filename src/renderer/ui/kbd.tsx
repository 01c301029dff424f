import './kbd.css'
import { useWords } from './words'

const appleKeys: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Ctrl: '⌃',
  Alt: '⌥',
  Shift: '⇧',
  Enter: '↵',
  Escape: 'esc',
  Backspace: '⌫',
  Plus: '+',
}
const otherKeys: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Enter: '↵',
  Escape: 'Esc',
  Backspace: '⌫',
  Plus: '+',
}

function isApple(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
}

/** A shortcut such as `Mod+K`; Mod is the command key on Apple's systems and Ctrl, or Strg, elsewhere, and Plus the sign that joins keys. */
export function Kbd({ keys }: { readonly keys: string }) {
  const words = useWords()
  const apple = isApple()
  const nameOf = (key: string) => {
    if (apple) return appleKeys[key] ?? key
    const name = otherKeys[key] ?? key
    return words.keys[name] ?? name
  }
  return (
    <span className="ui-kbd">
      {keys.split('+').map((key) => (
        <kbd key={key}>{nameOf(key)}</kbd>
      ))}
    </span>
  )
}
