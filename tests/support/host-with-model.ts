import { runHost } from './run-host'
import { makeTinyModel } from './tiny-model'

// With a model for this machine that is small enough for a test.
await runHost((address) => ({ localModels: [makeTinyModel(address).model] }))
