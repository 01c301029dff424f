import { runHost } from './run-host'

// Looks for model servers of this machine at one address alone.
await runHost((address) => ({ localServers: [{ name: 'Ollama', baseUrl: address }] }))
