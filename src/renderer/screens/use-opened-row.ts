import { useMemo, useState } from 'react'
import type { VirtualListProps } from '../ui/virtual-list'

/**
 * What a list is told of the record that is open beside it: its row is brought into view once, where it is opened from
 * elsewhere, and stays when it is scrolled away, since the focus goes to it when the record is left.
 */
export function useOpenedRow(
  id: string | null,
  indexOf: (id: string) => number,
): Pick<VirtualListProps<unknown>, 'goTo' | 'keep'> {
  const [last, setLast] = useState(id)
  if (id !== null && id !== last) setLast(id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is no reason to move
  const goTo = useMemo(() => {
    const index = id === null ? -1 : indexOf(id)
    return index < 0 ? undefined : { index, align: 'auto' as const }
  }, [id])
  const keep = useMemo(() => new Set(last === null ? [] : [last]), [last])
  return { goTo, keep }
}
