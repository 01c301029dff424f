import { type ReactNode, useMemo } from 'react'
import { useLibrary } from '../stores/library'
import { goTo, type Inspected, inspect } from '../stores/page'
import { ToolViewActionsContext } from '../ui/tool-view'

const actions = {
  openContact: (id: string) => goTo({ screen: 'contacts', id }),
  openDocument: (place: Omit<Extract<Inspected, { kind: 'document' }>, 'kind'>) =>
    inspect({ kind: 'document', ...place }),
  openNote: (id: string) => goTo({ screen: 'notes', id }),
  openTask: (id: string) => goTo({ screen: 'tasks', id }),
}

/** Lets views of tools below it open places in documents, notes and tasks, and name collections. */
export function PlacesToOpen({ children }: { readonly children: ReactNode }) {
  const collections = useLibrary((state) => state.collections)
  const value = useMemo(() => {
    const names = new Map(collections.map(({ id, name }) => [id, name]))
    return { ...actions, collectionName: (id: string) => names.get(id) }
  }, [collections])
  return <ToolViewActionsContext value={value}>{children}</ToolViewActionsContext>
}
