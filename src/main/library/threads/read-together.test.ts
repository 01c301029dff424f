import { MessageChannel, Worker } from 'node:worker_threads'
import { describe, expect, it, vi } from 'vitest'
import { setUpExtractPool } from '../../../../tests/support/extract-pool-desk'

const { file, createPool, createRoguePool, workerUrl } = setUpExtractPool()

describe('the pages of a long PDF', () => {
  it('reads a long PDF with both threads as one of them does', async () => {
    const target = createPool()
    const together = await target.extract(file('long.pdf'), 'long.pdf')
    expect(target.workers().extract).toBe(2)
    await target.close()
    const alone = await createPool({ size: 1 }).extract(file('long.pdf'), 'long.pdf')
    expect(together).toEqual(alone)
    expect(together.document.pages).toHaveLength(900)
  })

  it('has another thread read parts of a long PDF, which are as they would be here', async () => {
    const reader = new Worker(workerUrl())
    const helper = new Worker(workerUrl())
    try {
      let parts = 0
      reader.on('message', ({ kind, offer }) => {
        if (kind !== 'offer') return
        const { port1, port2 } = new MessageChannel()
        port1.on('message', (told) => {
          if (typeof told === 'object') parts++
          offer.port.postMessage(told)
        })
        port1.on('close', () => offer.port.close())
        const cancelled = new SharedArrayBuffer(4)
        const request = { kind: 'read_offered', id: 1, path: file('long.pdf'), cancelled }
        helper.postMessage({ ...request, offer: { ...offer, port: port2 } }, [port2])
      })
      reader.postMessage({ kind: 'extract', id: 1, path: file('long.pdf'), name: 'long.pdf' })
      const document = await new Promise((resolve, reject) => {
        reader.on('message', (message) => {
          if (message.kind === 'done') resolve(message.value)
          if (message.kind === 'error') reject(new Error(message.error.message))
        })
      })
      expect(parts).toBeGreaterThan(0)
      expect(document).toEqual(await createPool({ size: 1 }).extract(file('long.pdf'), 'long.pdf'))
    } finally {
      await Promise.all([reader.terminate(), helper.terminate()])
    }
  })

  it('goes on where a thread ends that has offered pages', async () => {
    const target = await createRoguePool({ size: 2 })
    const busy = target.extract('slow', 'x')
    const ended = target.extract('offer and exit', 'x')
    await expect(ended).rejects.toMatchObject({ code: 'corrupt' })
    await expect(busy).resolves.toEqual({ path: 'slow' })
    await expect(target.extract('next', 'x')).resolves.toMatchObject({ path: 'next' })
  })

  it('ends a thread that does not leave the pages of another file when it is called away', async () => {
    const target = await createRoguePool({ size: 2 })
    const offering = target.extract('offer', 'x')
    await vi.waitUntil(() => target.workers().extract === 2, { timeout: 20_000 })
    await expect(target.extract('next', 'x')).resolves.toMatchObject({ path: 'next' })
    await expect(offering).resolves.toEqual({ path: 'offer' })
  })

  it('ends whoever reads pages of a file that is no longer wanted', async () => {
    const target = await createRoguePool({ size: 2 })
    const stop = new AbortController()
    const offering = target.extract('offer', 'x', { signal: stop.signal })
    await vi.waitUntil(() => target.workers().extract === 2, { timeout: 20_000 })
    stop.abort()
    await expect(offering).rejects.toMatchObject({ code: 'cancelled' })
    await vi.waitUntil(() => target.workers().extract === 0, { timeout: 20_000 })
  })

  it('leaves a long PDF to one thread as soon as another file waits', async () => {
    const target = createPool()
    const ended: string[] = []
    const read = (name: string) => target.extract(file(name), name).then(() => ended.push(name))
    const long = read('long.pdf')
    await vi.waitUntil(() => target.workers().extract === 2, { timeout: 20_000 })
    await read('tides.pdf')
    await read('note.md')
    await long
    expect(ended).toEqual(['tides.pdf', 'note.md', 'long.pdf'])
  })
})
