import './logo.css'

/** The mark: a seal with a check that a second hand has crossed. Decorative unless it has a label. */
export function Logo({ size = 24, label }: { readonly size?: number; readonly label?: string }) {
  return (
    <svg
      className="ui-logo"
      width={size}
      height={size}
      viewBox="0 0 32 32"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <rect className="ui-logo-seal" x="1" y="1" width="30" height="30" rx="8.5" />
      <path className="ui-logo-first" d="M8 16.6l5.2 5.4L24 9.8" />
      <path className="ui-logo-second" d="M13.2 9.8L22.6 22" />
    </svg>
  )
}
