import type { ReactNode } from 'react'
import { goTo, type Inspected, inspect } from '../stores/page'
import { ToolViewActionsContext } from '../ui/tool-view'

const actions = {
  openContact: (id: string) => goTo({ screen: 'contacts', id }),
  openDocument: (place: Omit<Extract<Inspected, { kind: 'document' }>, 'kind'>) =>
    inspect({ kind: 'document', ...place }),
  openNote: (id: string) => goTo({ screen: 'notes', id }),
}

/** Lets views of tools below it open places in documents, and notes. */
export function PlacesToOpen({ children }: { readonly children: ReactNode }) {
  return <ToolViewActionsContext value={actions}>{children}</ToolViewActionsContext>
}
