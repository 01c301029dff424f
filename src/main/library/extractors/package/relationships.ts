import { posix } from 'node:path'
import { readXml } from './xml'
import type { ZipPackage } from './zip'

/** What a part of an Office file points to: by id, a part's name inside the package or an outside address. */
export type Relationships = ReadonlyMap<
  string,
  { readonly type: string; readonly target: string; readonly isOutside: boolean }
>

/** Reads a part's relationships (ECMA-376, part 2); outside targets are addresses to show, never fetched. */
export async function readRelationships(zip: ZipPackage, part: string): Promise<Relationships> {
  const found = new Map<string, { type: string; target: string; isOutside: boolean }>()
  const bytes = await zip.read(posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`))
  if (bytes === null) return found
  readXml(bytes, {
    open(name, attributes) {
      const { Id: id, Type: type = '', Target: target, TargetMode: mode } = attributes
      if (name !== 'Relationship' || id === undefined || target === undefined) return
      const isOutside = mode === 'External'
      found.set(id, {
        type: type.slice(type.lastIndexOf('/') + 1),
        target: isOutside ? target : resolve(part, target),
        isOutside,
      })
    },
  })
  return found
}

/** The names of the parts of a type, in the order of the file. */
export function targetsOf(relationships: Relationships, type: string): string[] {
  return [...relationships.values()]
    .filter((each) => each.type === type && !each.isOutside)
    .map(({ target }) => target)
}

/** The main part of an Office file: what the package itself points to. */
export async function mainPart(zip: ZipPackage, fallback: string): Promise<string> {
  const relationships = await readRelationships(zip, '')
  return targetsOf(relationships, 'officeDocument').find((name) => zip.has(name)) ?? fallback
}

/** The title and language that the file's properties name. */
export async function readProperties(
  zip: ZipPackage,
): Promise<{ title: string | null; language: string | null }> {
  const properties: { title: string | null; language: string | null } = { title: null, language: null }
  const bytes = await zip.read('docProps/core.xml')
  if (bytes === null) return properties
  let inside: 'title' | 'language' | null = null
  readXml(bytes, {
    open(name) {
      inside = name === 'title' || name === 'language' ? name : null
    },
    text(text) {
      if (inside !== null) properties[inside] = (properties[inside] ?? '') + text
    },
    close() {
      inside = null
    },
  })
  return properties
}

function resolve(part: string, target: string): string {
  const path = target.startsWith('/') ? target : posix.join(posix.dirname(part), target)
  return posix.normalize(path).replace(/^\/+/, '')
}
