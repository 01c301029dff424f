import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { type BenchModule, createBench, type GateBench } from './bench'

/** A gate over a shelf, fresh before each test of this file or group, and what lies on that shelf. */
export function setUpGateDesk(...more: readonly BenchModule[]) {
  let open: GateBench | undefined
  const bench = () => {
    if (open === undefined) throw new Error('The desk is there only while its tests run.')
    return open
  }
  const at = (name: string) => join(bench().shelf, name)
  beforeEach(() => {
    open = createBench(more)
  })
  afterEach(() => bench().remove())
  return {
    get bench() {
      return bench()
    },
    put: (name: string, text: string) => writeFileSync(at(name), text),
    /** What lies on the shelf, by name. */
    shelf: () =>
      Object.fromEntries(readdirSync(bench().shelf).map((name) => [name, readFileSync(at(name), 'utf8')])),
    items: () => readdirSync(bench().shelf).sort(),
    textOf: (name: string) => readFileSync(at(name), 'utf8'),
  }
}
