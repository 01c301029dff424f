// Loaded with --import before the application: `electron` becomes the stand-in, and the stand-in's own
// TypeScript files may import each other without an extension, as the sources do.
import { registerHooks } from 'node:module'

const here = new URL('./', import.meta.url).href
const electron = new URL('./electron.ts', import.meta.url).href
const electronNames = new Set(['electron', 'electron/main', 'electron/common'])

registerHooks({
  resolve(specifier, context, next) {
    if (electronNames.has(specifier)) return { url: electron, format: 'module', shortCircuit: true }
    if (context.parentURL?.startsWith(here) && /^\.\/[a-z-]+$/.test(specifier)) {
      return next(`${specifier}.ts`, context)
    }
    return next(specifier, context)
  },
})
