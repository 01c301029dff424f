import { createElement, type HTMLAttributes, type Ref } from 'react'

/** Props of {@link ScrollArea}. */
export interface ScrollAreaProps extends HTMLAttributes<HTMLElement> {
  /** Default `section`, which wants an `aria-label`. */
  readonly as?: 'section' | 'div' | 'pre'
  readonly ref?: Ref<HTMLElement>
}

/** What scrolls, or fills what scrolls: it has a Tab stop, without which the keyboard could not move it. */
export function ScrollArea({ as = 'section', ...rest }: ScrollAreaProps) {
  return createElement(as, { tabIndex: 0, ...rest })
}
