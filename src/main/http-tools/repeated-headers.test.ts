import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createHttpBench, type HttpBench } from '../../../tests/support/http-tools-bench'
import { type Site, servePages } from '../../../tests/support/serve-pages'

let bench: HttpBench
let site: Site
beforeEach(async () => {
  bench = createHttpBench()
  site = await servePages({})
})
afterEach(async () => {
  bench.close()
  await site.close()
})

const json = (response: ServerResponse, text: string) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(text)

it.each<[string, (response: ServerResponse) => void]>([
  ['in an answer', (response) => json(response, JSON.stringify({ got: 'Bearer ab/c"d', again: 'ab/c"d' }))],
  ['in JSON whose slashes are escaped', (response) => json(response, '{"key":"ab\\/c\\u0022d"}')],
  ['in a failure', (response) => response.writeHead(400).end('Not Bearer ab/c"d')],
  [
    'in the address of another place',
    (response) => response.writeHead(302, { location: '/in?key=ab/c"d' }).end(),
  ],
  ['in the name of a kind', (response) => response.writeHead(200, { 'content-type': 'a/s3cret' }).end('\0')],
])('what a server repeats of its headers is not told %s', async (_where, answer) => {
  site.pages['/x'] = (_request, response) => answer(response)
  const headers = [
    { name: 'Authorization', value: 'Bearer ab/c"d' },
    { name: 'X-Other', value: 's3cret' },
  ]
  const { name } = await bench.make({ url: `${site.origin}/x`, fields: [], headers })
  const told = JSON.stringify(await bench.call(name, {}))
  expect(told).toContain('•••')
  expect(told).not.toMatch(/ab(?:\/|%2F)c|s3cret/)
})
