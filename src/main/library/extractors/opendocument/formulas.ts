import { firstText, readXml } from '../package/xml'
import type { ZipPackage } from '../package/zip'

/** Formulas of one document that are read. */
const MAX_FORMULAS = 2000

/** The formulas of a document by the folders of their objects, as `./Object 1` refers to them. */
export type Formulas = ReadonlyMap<string, string>

/** Reads the formulas, each of which is a document inside of the document. */
export async function readFormulas(zip: ZipPackage): Promise<Formulas> {
  const formulas = new Map<string, string>()
  for (const name of zip.names) {
    const folder = /^([^/]+)\/content\.xml$/.exec(name)?.[1]
    if (folder === undefined || formulas.size >= MAX_FORMULAS) continue
    const bytes = await zip.read(name)
    const text = bytes === null ? null : formulaText(bytes)
    if (text !== null) formulas.set(folder, text)
  }
  return formulas
}

/** A formula as it was typed, which says how its parts stand to each other, or else its signs in their order. */
function formulaText(bytes: Uint8Array): string | null {
  const typed = firstText(bytes, 'annotation')?.trim()
  if (typed) return typed
  let isFormula = false
  const signs: string[] = []
  readXml(bytes, {
    open(name) {
      if (name === 'math') isFormula = true
    },
    text(text) {
      if (isFormula) signs.push(text.trim())
    },
  })
  return isFormula ? signs.join('') : null
}
