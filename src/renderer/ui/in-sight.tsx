import { type ReactNode, useEffect, useRef } from 'react'

/** Comes into sight when it appears: a form that is longer than its dialog may be scrolled to elsewhere. */
export function InSight({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return <div ref={place}>{children}</div>
}
