import type { Relationships } from '../package/relationships'
import type { XmlAttributes } from '../package/xml'
import { readEmbedded, type ZipPackage } from '../package/zip'
import type { Block } from '../structure/block'
import { readChart } from './chart'
import { readDiagram } from './diagram'

/** Charts and diagrams of one part that are read; a part that has more is made by a program, for no reader. */
const MAX_DRAWINGS = 500

/** What is written in the charts and diagrams of a part, by the ids of its relationships. */
export type Drawings = ReadonlyMap<string, readonly Block[]>

/** No charts or diagrams. */
export const noDrawings: Drawings = new Map()

/** Reads the charts and diagrams that a part of an Office file points to. */
export async function readDrawings(zip: ZipPackage, relationships: Relationships): Promise<Drawings> {
  const drawings = new Map<string, readonly Block[]>()
  for (const [id, { type, target, isOutside }] of relationships) {
    const read = type === 'chart' ? readChart : type === 'diagramData' ? readDiagram : null
    if (read === null || isOutside || drawings.size >= MAX_DRAWINGS) continue
    drawings.set(id, (await readEmbedded(zip, target, read)) ?? [])
  }
  return drawings
}

/** What is written in the drawing that an element places in the text. */
export function drawingOf(name: string, attributes: XmlAttributes, drawings: Drawings): readonly Block[] {
  if (drawings.size === 0) return []
  const id = name === 'chart' ? attributes['r:id'] : name === 'relIds' ? attributes['r:dm'] : undefined
  return drawings.get(id ?? '') ?? []
}
