import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { diagramPage } from './scripts/diagram-page'
import { inferenceFiles, inferenceSources } from './scripts/inference-files'
import { createLicences } from './scripts/licences'
import { recognitionFiles, recognitionSources } from './scripts/recognition-files'

// Native and WebAssembly packages find their binaries beside their own sources, so they stay in node_modules.
const loadedFromNodeModules = [
  'better-sqlite3',
  '@embedpdf/pdfium',
  '@vscode/ripgrep',
  'canvaskit-wasm/full',
  'electron',
]

const renderer = resolve(import.meta.dirname, 'src/renderer')

// What the builds contain of others; the renderer's is the last one.
const licences = createLicences(renderer, resolve(import.meta.dirname, 'resources/licences'))
licences.addPackagesOf([...loadedFromNodeModules, ...recognitionSources, ...inferenceSources])

const main = (path: string) => resolve(import.meta.dirname, 'src/main', path)

export default defineConfig({
  main: {
    plugins: [recognitionFiles('workers/extract.js'), inferenceFiles('workers/infer.js'), licences.collect()],
    build: {
      // Bundling the JavaScript dependencies halves the time from start to ready.
      externalizeDeps: false,
      target: 'node22',
      rollupOptions: {
        external: loadedFromNodeModules,
        input: {
          index: main('index.ts'),
          server: main('server.ts'),
          cli: main('cli.ts'),
          'workers/extract': main('workers/extract.ts'),
          'workers/index': main('workers/index.ts'),
          'workers/embed': main('workers/embed.ts'),
          'workers/infer': main('workers/infer.ts'),
          'workers/data': main('workers/data.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    plugins: [licences.collect()],
    build: {
      rollupOptions: {
        input: resolve(import.meta.dirname, 'src/preload/index.ts'),
        external: ['electron'],
        // A sandboxed preload can only be CommonJS.
        output: { format: 'cjs', entryFileNames: 'index.cjs' },
      },
    },
  },
  renderer: {
    root: renderer,
    plugins: [react(), diagramPage(renderer, licences), licences.write('licences.json')],
    build: {
      rollupOptions: { input: resolve(renderer, 'index.html') },
      // The content security policy forbids data: fonts, and modulepreload's polyfill is inline script.
      assetsInlineLimit: 0,
      minify: true,
      modulePreload: { polyfill: false },
    },
  },
})
