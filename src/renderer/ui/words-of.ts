import { isValidElement, type ReactNode } from 'react'

/** The text inside elements, as a person reads it. */
export function wordsOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(wordsOf).join('')
  return isValidElement<{ readonly children?: ReactNode }>(node) ? wordsOf(node.props.children) : ''
}
