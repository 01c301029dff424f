import type { GraphLayout, PlacedNode } from './graph-layout'

/**
 * The task that a key leads to from another: left to what it needs, right to what waits for it, up and down within its
 * layer, Home and End to the first and the last. Null where there is none; undefined for a key that leads nowhere.
 */
export function movedNode(
  { nodes, edges }: Pick<GraphLayout, 'nodes' | 'edges'>,
  id: string,
  key: string,
): string | null | undefined {
  const here = nodes.find((node) => node.id === id)
  if (here === undefined) return undefined
  const among = (ids: readonly string[]) =>
    nearest(
      here,
      nodes.filter((node) => ids.includes(node.id)),
    )
  const inLayer = nodes.filter(({ x }) => x === here.x)
  switch (key) {
    case 'ArrowLeft':
      return among(edges.flatMap(({ from, to }) => (to === id ? [from] : [])))
    case 'ArrowRight':
      return among(edges.flatMap(({ from, to }) => (from === id ? [to] : [])))
    case 'ArrowUp':
      return nearest(
        here,
        inLayer.filter(({ y }) => y < here.y),
      )
    case 'ArrowDown':
      return nearest(
        here,
        inLayer.filter(({ y }) => y > here.y),
      )
    case 'Home':
      return nodes[0]?.id ?? null
    case 'End':
      return nodes.at(-1)?.id ?? null
    default:
      return undefined
  }
}

/** The one that is the fewest pixels away; of two, the one that is read first. */
function nearest(here: PlacedNode, others: readonly PlacedNode[]): string | null {
  const away = ({ x, y }: PlacedNode) => Math.hypot(x - here.x, y - here.y)
  return others.toSorted((a, b) => away(a) - away(b))[0]?.id ?? null
}
