// Serves the gallery of the building blocks and of every tool's views; it is no part of the built application.
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'

const server = await createServer({
  configFile: false,
  root: fileURLToPath(new URL('../src/renderer', import.meta.url)),
  plugins: [react()],
  server: { host: '127.0.0.1' },
})
await server.listen()
const [url = ''] = server.resolvedUrls?.local ?? []
process.stdout.write(`Building blocks: ${url}gallery.html\nTools: ${url}gallery.html?tools\n`)
