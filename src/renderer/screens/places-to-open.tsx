import type { ReactNode } from 'react'
import { type Inspected, inspect } from '../stores/page'
import { ToolViewActionsContext } from '../ui/tool-view'

const actions = {
  openDocument: (place: Omit<Extract<Inspected, { kind: 'document' }>, 'kind'>) =>
    inspect({ kind: 'document', ...place }),
}

/** Lets views of tools below it open places in documents. */
export function PlacesToOpen({ children }: { readonly children: ReactNode }) {
  return <ToolViewActionsContext value={actions}>{children}</ToolViewActionsContext>
}
