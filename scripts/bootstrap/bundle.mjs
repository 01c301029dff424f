import { build } from 'vite'

// node bundle.mjs ENTRY FOLDER: one TypeScript program for Node as FOLDER/main.mjs; packages stay outside.
const [entry, folder] = process.argv.slice(2)

await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: entry,
    outDir: folder,
    emptyOutDir: true,
    target: 'node22',
    sourcemap: true,
    rollupOptions: { output: { format: 'es', entryFileNames: 'main.mjs' } },
  },
})
