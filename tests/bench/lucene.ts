import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Where Debian keeps the jars of `liblucene8-java`. */
const JARS = '/usr/share/java'

/**
 * Seconds that Lucene takes on one thread for the texts of a folder, cut into passages and indexed in `index`, which is
 * made; null where it, or a Java that compiles, is not installed.
 */
export async function luceneSeconds(checkout: string, source: string, index: string): Promise<number | null> {
  const jars = luceneJars()
  if (jars === null) return null
  const program = join(checkout, 'tests/bench/lucene/IndexText.java')
  const options = ['-XX:+UseSerialGC', '-Xmx2g', '-cp', jars.join(':'), program, source, index]
  try {
    const { stdout } = await run('java', options)
    return Number(stdout.trim().split(' ').at(-1))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    // A Java that only runs what is compiled.
    if (error instanceof Error && /module jdk\.compiler not found/i.test(error.message)) return null
    throw error
  }
}

function luceneJars(): string[] | null {
  const found = ['core', 'analyzers-common'].map((part) =>
    listed().find((name) => new RegExp(`^lucene-${part}-8[\\d.]*\\.jar$`).test(name)),
  )
  return found.every((name) => name !== undefined) ? found.map((name) => join(JARS, name)) : null
}

function listed(): string[] {
  try {
    return readdirSync(JARS)
  } catch {
    return []
  }
}
