// Layers from left to right as in Sugiyama, Tagawa and Toda, “Methods for visual understanding of hierarchical system
// structures” (1981): a task stands right of all that it waits for; an edge over several layers bends around what stands
// between; orders within layers follow the mean place of the neighbours.

import { type GraphTask, groupsOf, layersOf } from './graph-layers'

/** Pixels. */
export const nodeSize = { width: 184, height: 48 } as const
const gap = { layers: 64, nodes: 16, groups: 48 } as const
/** Room for an edge that passes a layer (pixels). */
const passing = 8
/** Times that the orders are gone over, there and back; more changes little. */
const sweeps = 8
/** How much wider than high the whole is to be. */
const wantedShape = 1.6

/** A task's place, by its upper left corner. */
export interface PlacedNode {
  readonly id: string
  readonly x: number
  readonly y: number
}

/** A line from what is needed to what waits for it, through these points. */
export interface PlacedEdge {
  readonly from: string
  readonly to: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

/** A drawing in pixels. */
export interface GraphLayout {
  /** In the order in which they are read: group by group, layer by layer, from the top. */
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
  readonly width: number
  readonly height: number
}

/** What stands in a layer: a task, or an edge that passes it. */
interface Slot {
  readonly key: string
  /** Null for an edge that passes. */
  readonly task: string | null
  readonly layer: number
  y: number
}

/** Draws tasks with what they wait for; what belongs together is drawn together, the largest first. */
export function layOut(tasks: readonly GraphTask[]): GraphLayout {
  const drawn = groupsOf(tasks).map(layOutGroup)
  const area = drawn.reduce((sum, { width, height }) => sum + (width + gap.groups) * (height + gap.groups), 0)
  const rowWidth = Math.max(Math.sqrt(area * wantedShape), ...drawn.map(({ width }) => width))
  const nodes: PlacedNode[] = []
  const edges: PlacedEdge[] = []
  let [x, y, rowHeight, width] = [0, 0, 0, 0]
  for (const group of drawn) {
    if (x > 0 && x + group.width > rowWidth) {
      y += rowHeight + gap.groups
      x = 0
      rowHeight = 0
    }
    const [left, top] = [x, y]
    nodes.push(...group.nodes.map((node) => ({ ...node, x: node.x + left, y: node.y + top })))
    edges.push(
      ...group.edges.map((edge) => ({
        ...edge,
        points: edge.points.map((point) => ({ x: point.x + left, y: point.y + top })),
      })),
    )
    x += group.width + gap.groups
    rowHeight = Math.max(rowHeight, group.height)
    width = Math.max(width, left + group.width)
  }
  return { nodes, edges, width, height: y + rowHeight }
}

function layOutGroup(tasks: readonly GraphTask[]): GraphLayout {
  const layerOf = layersOf(tasks)
  const slots = new Map<string, Slot>(
    tasks.map(({ id }) => [id, { key: id, task: id, layer: layerOf.get(id) ?? 0, y: 0 }]),
  )
  const ways: { readonly from: string; readonly to: string; readonly keys: readonly string[] }[] = []
  for (const { id, needs } of tasks) {
    for (const need of needs) {
      const start = layerOf.get(need)
      const end = layerOf.get(id) ?? 0
      // Left out: what is not drawn, and what would lead backwards in a circle.
      if (start === undefined || start >= end) continue
      const between = Array.from({ length: end - start - 1 }, (_, step) => {
        const key = `${need} ${id} ${step}`
        slots.set(key, { key, task: null, layer: start + 1 + step, y: 0 })
        return key
      })
      ways.push({ from: need, to: id, keys: [need, ...between, id] })
    }
  }
  const layers = ordered([...slots.values()], ways)
  place(layers, ways)
  return drawing(layers, slots, ways)
}

type Ways = readonly { readonly keys: readonly string[] }[]

/** The neighbours of each slot in the layer before or after. */
function neighbours(ways: Ways, side: 'before' | 'after'): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { keys } of ways) {
    for (const [index, key] of keys.entries()) {
      const other = keys[side === 'before' ? index - 1 : index + 1]
      if (other === undefined) continue
      const list = found.get(key)
      if (list === undefined) found.set(key, [other])
      else list.push(other)
    }
  }
  return found
}

/** Slots by layer, in an order in which edges cross little. */
function ordered(slots: readonly Slot[], ways: Ways): readonly Slot[][] {
  const layers: Slot[][] = []
  for (const slot of slots) {
    const layer = layers[slot.layer]
    if (layer === undefined) layers[slot.layer] = [slot]
    else layer.push(slot)
  }
  const sides = { before: neighbours(ways, 'before'), after: neighbours(ways, 'after') }
  const placeOf = new Map<string, number>()
  const note = (layer: readonly Slot[]) => {
    for (const [index, { key }] of layer.entries()) placeOf.set(key, index)
  }
  layers.forEach(note)
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const forth = sweep % 2 === 0
    const near = forth ? sides.before : sides.after
    const mean = ({ key }: Slot): number => {
      const others = near.get(key) ?? []
      if (others.length === 0) return placeOf.get(key) ?? 0
      return others.reduce((sum, other) => sum + (placeOf.get(other) ?? 0), 0) / others.length
    }
    for (const index of forth ? layers.keys() : [...layers.keys()].toReversed()) {
      const layer = layers[index] ?? []
      const means = new Map(layer.map((slot) => [slot.key, mean(slot)]))
      layer.sort((a, b) => (means.get(a.key) ?? 0) - (means.get(b.key) ?? 0))
      note(layer)
    }
  }
  return layers
}

const heightOf = ({ task }: Slot) => (task === null ? passing : nodeSize.height)

/** Gives each slot its height: near the middle of its neighbours, and clear of what is above it. */
function place(layers: readonly Slot[][], ways: Ways): void {
  const byKey = new Map(layers.flat().map((slot) => [slot.key, slot]))
  const near = [neighbours(ways, 'before'), neighbours(ways, 'after')]
  for (const layer of layers) stack(layer, () => null)
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const others = near[sweep % 2]
    const middle = (slot: Slot): number | null => {
      const those = (others?.get(slot.key) ?? []).flatMap((key) => byKey.get(key) ?? [])
      if (those.length === 0) return null
      const sum = those.reduce((total, each) => total + each.y + heightOf(each) / 2, 0)
      return sum / those.length - heightOf(slot) / 2
    }
    for (const layer of sweep % 2 === 0 ? layers : layers.toReversed()) stack(layer, middle)
  }
  const top = Math.min(...[...byKey.values()].map(({ y }) => y))
  for (const slot of byKey.values()) slot.y -= top
}

/**
 * Puts a layer's slots below each other, each as near to where it wants to be as those above leave it, and then moves the
 * layer as a whole by the mean of what they miss.
 */
function stack(layer: readonly Slot[], wish: (slot: Slot) => number | null): void {
  let free = Number.NEGATIVE_INFINITY
  const missed: number[] = []
  for (const slot of layer) {
    const wanted = wish(slot)
    slot.y = Math.max(wanted ?? (free === Number.NEGATIVE_INFINITY ? 0 : free), free)
    if (wanted !== null) missed.push(wanted - slot.y)
    free = slot.y + heightOf(slot) + gap.nodes
  }
  if (missed.length === 0) return
  const shift = missed.reduce((sum, each) => sum + each, 0) / missed.length
  for (const slot of layer) slot.y += shift
}

function drawing(
  layers: readonly Slot[][],
  slots: ReadonlyMap<string, Slot>,
  ways: readonly { readonly from: string; readonly to: string; readonly keys: readonly string[] }[],
): GraphLayout {
  const left = (layer: number) => layer * (nodeSize.width + gap.layers)
  const nodes = layers
    .flat()
    .flatMap(({ task, layer, y }) => (task === null ? [] : [{ id: task, x: left(layer), y: Math.round(y) }]))
  const edges = ways.map(({ from, to, keys }) => ({
    from,
    to,
    points: keys.flatMap((key, index) => {
      const slot = slots.get(key)
      if (slot === undefined) return []
      const y = Math.round(slot.y + heightOf(slot) / 2)
      const x = left(slot.layer)
      if (index === 0) return [{ x: x + nodeSize.width, y }]
      // What passes a layer goes straight through it.
      return index === keys.length - 1
        ? [{ x, y }]
        : [
            { x, y },
            { x: x + nodeSize.width, y },
          ]
    }),
  }))
  return {
    nodes,
    edges,
    width: left(layers.length - 1) + nodeSize.width,
    height: Math.max(...nodes.map(({ y }) => y + nodeSize.height)),
  }
}

/** The line of an edge as an SVG path: it leaves and reaches each layer level. */
export function pathOf({ points: [first, ...rest] }: PlacedEdge): string {
  if (first === undefined) return ''
  let { x, y } = first
  let path = `M${x} ${y}`
  for (const point of rest) {
    const middle = (x + point.x) / 2
    path +=
      point.y === y ? `L${point.x} ${point.y}` : `C${middle} ${y} ${middle} ${point.y} ${point.x} ${point.y}`
    x = point.x
    y = point.y
  }
  return path
}
