import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import type { Licences } from './licences'

/**
 * Puts the page that draws diagrams beside the main page, with all of its program in one plain script: a frame
 * without an origin can load neither modules nor further parts.
 */
export function diagramPage(renderer: string, licences: Licences): Plugin {
  const folder = join(renderer, 'diagram')
  return {
    name: 'countersign-diagram-page',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        root: renderer,
        logLevel: 'error',
        plugins: [licences.collect()],
        define: { 'process.env.NODE_ENV': '"production"' },
        build: {
          write: false,
          minify: true,
          chunkSizeWarningLimit: 10_000,
          lib: { entry: join(folder, 'page.ts'), formats: ['iife'], name: 'diagram', fileName: 'diagram' },
        },
      })
      const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
      const scripts = outputs.filter((output) => output.type === 'chunk')
      const [script] = scripts
      if (script === undefined || scripts.length > 1) {
        throw new Error(`The page that draws diagrams must be one script, not ${scripts.length}.`)
      }
      this.emitFile({ type: 'asset', fileName: 'diagram.js', source: script.code })
      this.emitFile({
        type: 'asset',
        fileName: 'diagram.html',
        source: readFileSync(join(folder, 'diagram.html')),
      })
    },
  }
}
