import { readXml } from '../package/xml'

/** Whether the levels of a list are counted, by the list's id. */
export type Numbering = ReadonlyMap<string, readonly boolean[]>

/** Reads `word/numbering.xml`: which lists are numbered and which have bullets. */
export function readNumbering(bytes: Uint8Array | null): Numbering {
  const abstracts = new Map<string, boolean[]>()
  const lists = new Map<string, boolean[]>()
  if (bytes === null) return lists
  let levels: boolean[] = []
  let level = 0
  let id = ''
  readXml(bytes, {
    open(name, attributes) {
      const value = attributes['w:val'] ?? ''
      if (name === 'abstractNum') {
        levels = []
        abstracts.set(attributes['w:abstractNumId'] ?? '', levels)
      } else if (name === 'lvl') level = Number(attributes['w:ilvl'] ?? 0)
      else if (name === 'numFmt' && level < 9) levels[level] = value !== 'bullet' && value !== 'none'
      else if (name === 'num') id = attributes['w:numId'] ?? ''
      else if (name === 'abstractNumId') lists.set(id, abstracts.get(value) ?? [])
    },
  })
  return lists
}
