import { appendFileSync, writeFileSync, mkdirSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { it } from 'vitest'
import { rgPath } from '@vscode/ripgrep'
import { openFiles } from '../../../tests/support/open-files'
import runtime from './runtime'
const log = (...x: unknown[]) => appendFileSync('/tmp/zz.txt', x.join(' ') + '\n')
it('bench', { timeout: 100000 }, async () => {
  const open = openFiles()
  await open.grants.grant(open.docs, 'read_write', 'flag')
  const tools = runtime({ files: open.files })
  const context = { signal: new AbortController().signal, progress: () => undefined, runId: null }
  for (let d = 0; d < 200; d++) { mkdirSync(join(open.docs, `d${d}`)); for (let f = 0; f < 200; f++) writeFileSync(join(open.docs, `d${d}/f${f}.${f % 10 ? 'txt' : 'md'}`), `x ${f} needle${f}\n`) }
  for (let i = 0; i < 4; i++) {
    let t = performance.now(); execFileSync(rgPath, ['--files', '-g', '*.md', open.docs], { maxBuffer: 1e9 }); log('rg files', performance.now() - t)
    t = performance.now(); const r = await tools.find_files.run({ pattern: '*.md', kind: 'file', sort: 'name', include_ignored: false, limit: 200 }, context); log('find', performance.now() - t, r.state.matches.length)
    t = performance.now(); try { execFileSync(rgPath, ['needle77', open.docs], { maxBuffer: 1e9 }) } catch {} log('rg search', performance.now() - t)
    t = performance.now(); const s = await tools.search_file_contents.run({ query: 'needle77', regex: false, case: 'smart', mode: 'content', types: [], context: 0, multiline: false, include_ignored: false, limit: 200 }, context); log('search', performance.now() - t, s.state.matches.length)
  }
  open.close()
})
