import { Component, type ReactNode } from 'react'
import { asError } from '../../shared/errors'

interface Props {
  /** What stands in the place of what failed. */
  readonly fallback: (error: Error, again: () => void) => ReactNode
  /** Another value tries again. */
  readonly resetKey?: unknown
  readonly children: ReactNode
}

/** Keeps a fault in one part of the page to that part; a class, because React has no other form of it. */
export class FailureBoundary extends Component<Props, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: asError(error) }
  }

  override componentDidUpdate(before: Props) {
    if (this.state.error !== null && before.resetKey !== this.props.resetKey) this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    return error === null
      ? this.props.children
      : this.props.fallback(error, () => this.setState({ error: null }))
  }
}
