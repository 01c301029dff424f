import { readXml, type XmlAttributes } from '../package/xml'
import { readEmbedded, type ZipPackage } from '../package/zip'

/** Formulas of one document that are read. */
const MAX_FORMULAS = 2000

/** The formulas of a document by the folders of their objects, as `./Object 1` refers to them. */
export type Formulas = ReadonlyMap<string, string>

/** Reads the formulas that a content refers to, each of which is a document inside of the document. */
export async function readFormulas(zip: ZipPackage, content: Uint8Array): Promise<Formulas> {
  const formulas = new Map<string, string>()
  for (const folder of objectsIn(content)) {
    const text = await readEmbedded(zip, `${folder}/content.xml`, formulaText)
    if (text !== null) formulas.set(folder, text)
  }
  return formulas
}

/** The folder of the object that an element places in the text. */
export function objectOf(attributes: XmlAttributes): string {
  return (attributes['xlink:href'] ?? '').replace(/^\.\//, '').replace(/\/$/, '')
}

/** Folders of the objects that stand in a content. */
function objectsIn(content: Uint8Array): ReadonlySet<string> {
  const folders = new Set<string>()
  if (!Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes('draw:object'))
    return folders
  readXml(content, {
    open(name, attributes) {
      if (name !== 'object' || folders.size >= MAX_FORMULAS) return
      folders.add(objectOf(attributes))
    },
  })
  return folders
}

/**
 * A formula as it was typed, which says how its parts stand to each other, or else its signs in their order; null where
 * the object is none, such as a chart.
 */
function formulaText(bytes: Uint8Array): string | null {
  let root: string | null = null
  let isTyped = false
  let typed = ''
  const signs: string[] = []
  readXml(bytes, {
    open(name) {
      root ??= name
      if (name === 'annotation') isTyped = true
    },
    text(text) {
      if (root !== 'math') return
      if (isTyped) typed += text
      else signs.push(text.trim())
    },
    close(name) {
      if (name === 'annotation') isTyped = false
    },
  })
  if (root !== 'math') return null
  return typed.trim() || signs.join('')
}
