import './logo.css'

/** The first letters of the first and the last word of a name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('') || '?'
}

/** A person by initials; decorative, so put the name beside it. */
export function Avatar({ name, size = 24 }: { readonly name: string; readonly size?: number }) {
  return (
    <span aria-hidden className="ui-avatar" style={{ width: size, height: size, fontSize: size * 0.4 }}>
      {initials(name)}
    </span>
  )
}

/** An assistant by its initial; squarer than a person, and in the accent colour. */
export function AssistantMark({ name, size = 24 }: { readonly name: string; readonly size?: number }) {
  return (
    <span
      aria-hidden
      className="ui-avatar ui-avatar-assistant"
      style={{ width: size, height: size, fontSize: size * 0.46 }}
    >
      {[...initials(name)][0]}
    </span>
  )
}
