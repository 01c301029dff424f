import type { DataStage } from '../../shared/contract/data'
import { AppError, assertNever } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { readImport } from '../data/import/read-import'
import type { StageProgress } from '../data/progress'
import { lookAtBackup, unpackBackup } from '../data/unpack-backup'
import { writeArchive } from '../data/write-archive'
import { type DataRequest, type DataResponse, type DataValues, dataRequestSchema } from './data-protocol'
import { serveRequests } from './serve-requests'

/** Entry of the worker thread that writes backups and unpacks them, and reads what is imported: one request at a time. */

// The archive's directory keeps each name, which would keep all of the memory that it was cut from: with the usual
// size of that, many thousands of files take gigabytes.
Buffer.poolSize = 1024

/** People look at progress no more often than this (milliseconds). */
const TELL_PAUSE_MS = 100

const send = serveRequests<DataRequest, DataValues[keyof DataValues], DataResponse>({
  schema: dataRequestSchema,
  answer,
})

async function answer(request: DataRequest): Promise<DataValues[keyof DataValues]> {
  switch (request.kind) {
    case 'write': {
      const { id, kind: _kind, cancelled, ...options } = request
      const taken = () => send({ kind: 'taken', id })
      return writeArchive({ ...options, taken, ...controlOf(id, cancelled) })
    }
    case 'look':
      return lookAtBackup(request.path)
    case 'unpack': {
      const { id, kind: _kind, cancelled, ...options } = request
      return unpackBackup({ ...options, ...controlOf(id, cancelled) })
    }
    case 'import':
      return readImport(request, controlOf(request.id, request.cancelled))
    default:
      return assertNever(request)
  }
}

function controlOf(
  id: number,
  cancelled: SharedArrayBuffer,
): { progress: StageProgress; stopIfAsked: () => void } {
  const flag = new Int32Array(cancelled)
  let toldAt = Number.NEGATIVE_INFINITY
  let toldStage: DataStage | null = null
  return {
    progress(stage, done, total) {
      const now = performance.now()
      if (stage === toldStage && now - toldAt < TELL_PAUSE_MS) return
      toldAt = now
      toldStage = stage
      send({ kind: 'progress', id, stage, done, total })
    },
    stopIfAsked() {
      if (Atomics.load(flag, 0) !== 0) throw new AppError('cancelled', say('error.stopped'))
    },
  }
}
