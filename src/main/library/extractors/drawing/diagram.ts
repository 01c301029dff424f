import { readXml } from '../package/xml'
import type { Block } from '../structure/block'
import { ListCollector } from '../structure/nested-lists'

/** Points that only draw what lies between the others. */
const NOT_SHOWN = new Set(['doc', 'parTrans', 'sibTrans', 'pres'])
/** Levels inside each other; what lies deeper, or in a circle, is written on the outermost. */
const MAX_DEPTH = 20

/** Reads the data of a diagram (ECMA-376, part 1, 21.4): its words as a list, each below the one that it belongs to. */
export function readDiagram(bytes: Uint8Array): Block[] {
  const texts = new Map<string, string>()
  const children = new Map<string, { id: string; order: number }[]>()
  const roots: string[] = []
  let point: { id: string; type: string; words: string[] } | null = null
  let isText = false
  readXml(bytes, {
    open(name, attributes) {
      if (name === 'pt') point = { id: attributes.modelId ?? '', type: attributes.type ?? 'node', words: [] }
      else if (name === 't') isText = true
      else if (name === 'br') point?.words.push(' ')
      else if (name === 'cxn' && (attributes.type ?? 'parOf') === 'parOf') {
        const siblings = children.get(attributes.srcId ?? '') ?? []
        siblings.push({ id: attributes.destId ?? '', order: Number(attributes.srcOrd) || 0 })
        children.set(attributes.srcId ?? '', siblings)
      }
    },
    text(text) {
      if (isText) point?.words.push(text)
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'p') point?.words.push(' ')
      else if (name === 'pt' && point !== null) {
        if (point.type === 'doc') roots.push(point.id)
        if (!NOT_SHOWN.has(point.type)) texts.set(point.id, point.words.join('').trim())
        point = null
      }
    },
  })

  const list = new ListCollector()
  const written = new Set<string>()
  /** Points without text are steps on the way too, of which the list shows nothing. */
  function write(id: string, level: number, depth: number): void {
    if (written.has(id) || depth > MAX_DEPTH) return
    written.add(id)
    const text = texts.get(id) ?? ''
    if (text !== '') list.addItem({ level, ordered: false, blocks: [{ kind: 'paragraph', text }] })
    const below = (children.get(id) ?? []).sort((one, other) => one.order - other.order)
    for (const child of below) write(child.id, texts.has(id) ? level + 1 : level, depth + 1)
  }
  for (const root of roots) write(root, 0, 0)
  for (const id of texts.keys()) write(id, 0, 0)
  return list.end()
}
