import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from '../../../../tests/electron/stand-in/find-binaries'
import { parseAddress } from '../address'
import { createChromium } from './chromium'
import type { PageBrowser } from './page-browser'
import type { PageAnswer, PageRequest } from './page-requests'
import { renderPage, type ScriptedPage } from './render-page'

let browser: PageBrowser
/** Of whoever never stops. */
const { signal: goesOn } = new AbortController()

beforeAll(async () => {
  browser = await createChromium(findChromium(), process.env).start(goesOn)
})
afterAll(() => browser.close())

const times = { startMs: 20_000, quietMs: 500, wholeMs: 10_000, readMs: 5000 }

/** Lets a page run its script, and answers its text and what it asked for. */
async function render(
  script: string,
  answers: Readonly<Record<string, Partial<PageAnswer>>> = {},
  { body = '', limits = times }: { readonly body?: string; readonly limits?: typeof times } = {},
): Promise<ScriptedPage & { readonly asked: readonly PageRequest[] }> {
  const asked: PageRequest[] = []
  const page = await browser.openPage()
  const content = Buffer.from(`<!doctype html><body>${body}<script>
    const log = (text) => document.body.append(Object.assign(document.createElement('p'), { textContent: text }))
    const tell = (name, work) => work.then((value) => log(name + ': ' + value), () => log(name + ': failed'))
    ${script}
  </script>`)
  const scripted = await renderPage(
    page,
    { address: parseAddress('https://site.example/app/'), content, charset: 'utf-8' },
    async (request, { take }) => {
      asked.push(request)
      const answer = answers[request.url]
      if (answer === undefined) throw new Error('Nothing is there.')
      take(answer.body?.length ?? 0)
      return { status: 200, headers: [], body: Buffer.alloc(0), ...answer }
    },
    { signal: goesOn, times: limits },
  )
  await page.close()
  return { ...scripted, asked }
}

const header = (name: string, value: string) => ({ name, value })
const text = (content: string, ...headers: { name: string; value: string }[]) => ({
  body: Buffer.from(content),
  headers: [header('content-type', 'text/plain'), ...headers],
})
const forAll = header('access-control-allow-origin', '*')

it('answers what scripts ask for as a server would, other sites by what these allow', async () => {
  const { html } = await render(
    `tell('open', fetch('https://api.example/open').then((answer) => answer.text()))
     tell('closed', fetch('https://api.example/closed').then((answer) => answer.text()))
     tell('key', fetch('https://api.example/key', { headers: { 'x-key': 'k' } }).then((answer) => answer.text()))
     tell('moved', fetch('/old').then((answer) => answer.text().then((text) => text + ' at ' + answer.url)))
     tell('module', import('https://cdn.example/lib').then((module) => module.default))`,
    {
      'https://api.example/open': text('open', forAll),
      'https://api.example/closed': text('closed'),
      'https://api.example/key': text('with key', forAll, header('access-control-allow-headers', 'x-key')),
      'https://site.example/old': { status: 302, headers: [header('location', '/new')] },
      'https://site.example/new': text('new'),
      'https://cdn.example/lib': { status: 302, headers: [header('location', '/lib/1/a.js'), forAll] },
      'https://cdn.example/lib/1/a.js': text(
        'export { default } from "./b.js"',
        forAll,
        header('content-type', 'text/javascript'),
      ),
      'https://cdn.example/lib/1/b.js': text(
        'export default "beside it"',
        forAll,
        header('content-type', 'text/javascript'),
      ),
    },
  )
  expect(html).toContain('open: open')
  expect(html).toContain('closed: failed')
  expect(html).toContain('key: with key')
  expect(html).toContain('moved: new at https://site.example/new')
  expect(html).toContain('module: beside it')
})

it('has no other way to the network than what is answered', async () => {
  const { html, asked } = await render(
    `const work = "fetch('https://api.example/').then(() => postMessage('reached'), () => postMessage('not reached'))"
     const worker = new Worker(URL.createObjectURL(new Blob([work])))
     tell('worker', new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data) }))
     const socket = new WebSocket('wss://api.example/')
     tell('socket', new Promise((resolve) => { socket.onopen = () => resolve('reached'); socket.onerror = () => resolve('not reached') }))
     tell('service worker', navigator.serviceWorker.register('/worker.js'))
     tell('beacon', Promise.resolve(navigator.sendBeacon('https://api.example/beacon', 'x')))`,
  )
  expect(html).toContain('worker: not reached')
  expect(html).toContain('socket: not reached')
  expect(html).toContain('service worker: failed')
  expect(asked.map(({ url }) => url)).toEqual(['https://api.example/'])
})

it('sends nothing past what is answered by WebRTC or WebTransport either', async () => {
  const server = createSocket('udp4')
  let packets = 0
  server.on('message', () => {
    packets += 1
  })
  await new Promise<void>((bound) => server.bind(0, '127.0.0.1', bound))
  const { html } = await render(
    // It asks for something until it is done, so that it is not taken for quiet.
    `const again = setInterval(() => fetch('/again').catch(() => undefined), 50)
     const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${server.address().port}' }] })
     const ways = []
     const transport = new WebTransport('https://127.0.0.1:${server.address().port}/')
     tell('transport', transport.ready)
     peer.onicecandidate = ({ candidate }) => candidate?.candidate && ways.push(candidate.candidate)
     peer.createDataChannel('x')
     const gathered = new Promise((resolve) => { peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve(ways.length + ' ways') })
     const tooLong = new Promise((resolve) => setTimeout(() => resolve(ways.length + ' ways'), 3000))
     tell('peer', peer.createOffer().then((offer) => peer.setLocalDescription(offer)).then(() => Promise.race([gathered, tooLong])))
       .finally(() => clearInterval(again))`,
  )
  server.close()
  expect(html).toContain('peer: 0 ways')
  expect(html).toContain('transport: failed')
  expect(packets).toBe(0)
})

it('stays where it is, whatever it leads to, opens nothing, and has no frames', async () => {
  const { html, asked, leadsTo } = await render(
    `log('window ' + open('https://elsewhere.example/'))
     log('dialog ' + confirm('Really?'))
     const frame = document.createElement('iframe')
     frame.src = 'https://frame.example/'
     document.body.append(frame)
     location.reload()
     setTimeout(() => { location.href = 'https://elsewhere.example/' }, 20)
     setTimeout(() => { location.href = 'https://later.example/' }, 50)
     setTimeout(() => log('after'), 100)`,
  )
  for (const seen of ['window null', 'dialog false', 'after']) expect(html).toContain(seen)
  expect(asked).toEqual([])
  expect(leadsTo).toBe('https://elsewhere.example/')
})

it('does not wait for a page that leads elsewhere before it is loaded', async () => {
  const began = performance.now()
  const { html, asked, leadsTo } = await render(
    `log('never')`,
    {},
    {
      body: '<p>At first.</p><form action="https://elsewhere.example/" method="post"></form><script>document.forms[0].submit()</script>',
      limits: { ...times, wholeMs: 60_000 },
    },
  )
  expect(html).toContain('At first.')
  expect(asked).toEqual([])
  // What it would send is no address to go on to.
  expect(leadsTo).toBeNull()
  expect(performance.now() - began).toBeLessThan(30_000)
})

it('asks for nothing that is only seen', async () => {
  const { html, asked } = await render(
    `const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/page.css' })
     style.onload = () => log('styled')
     document.head.append(style)`,
    {},
    { body: '<img src="/picture.png"><video src="/film.mp4"></video>' },
  )
  expect(html).toContain('styled')
  expect(asked).toEqual([])
})

it('reads what stands in shadow trees where it is shown', async () => {
  const { html } = await render(
    `const card = document.createElement('div')
     card.attachShadow({ mode: 'open' }).innerHTML = '<style>b { color: red }</style><h2><slot name="title"></slot></h2><b>within</b><slot>else</slot>'
     card.innerHTML = '<span>slotted</span><i slot="title">title</i>'
     document.body.append(card)`,
  )
  expect(html.replaceAll(/<\/?slot[^>]*>/g, '')).toContain(
    '<h2><i slot="title">title</i></h2><b>within</b><span>slotted</span>',
  )
})

it('goes on where an answer is none that a browser takes', async () => {
  const { html } = await render(
    `const script = Object.assign(document.createElement('script'), { src: '/odd.js' })
     script.onerror = () => log('failed')
     document.head.append(script)`,
    { 'https://site.example/odd.js': { status: 999 } },
  )
  expect(html).toContain('failed')
})

it('gives a page no more than it may have, and few things at once', async () => {
  const many = Array.from({ length: 20 }, (_, at) => `https://site.example/${at}`)
  const body = Buffer.alloc(9_000_000)
  const { html } = await render(
    `Promise.allSettled(Array.from({ length: 20 }, (_, at) => fetch('/' + at).then((answer) => answer.blob())))
       .then((all) => log(all.filter(({ status }) => status === 'fulfilled').length + ' came'))`,
    Object.fromEntries(many.map((url) => [url, { body }])),
    { limits: { ...times, wholeMs: 60_000 } },
  )
  expect(html).toContain('5 came')
})

it('is read by what the page can’t put something else in place of', async () => {
  const { html } = await render(
    `log('as it is')
     Document.prototype.importNode = Node.prototype.cloneNode = () => { throw new Error('No.') }
     Object.defineProperty(Element.prototype, 'outerHTML', { get: () => 'forged' })`,
  )
  expect(html).toContain('as it is')
})

it('takes a page that asks for something for ever as it is when its time is over', async () => {
  const { html } = await render(
    `log('shown'); setInterval(() => fetch('/again').catch(() => undefined), 100)`,
    {},
    { limits: { ...times, wholeMs: 1500 } },
  )
  expect(html).toContain('shown')
})

describe('says so of a page', () => {
  const refusal = async (script: string, limits = times) => {
    const code = await render(script, {}, { limits }).then(
      () => 'none',
      (error: { said?: { code: string } }) => error.said?.code,
    )
    // As whoever runs scripts does: the page may go on for ever.
    await browser.close()
    browser = await createChromium(findChromium(), process.env).start(goesOn)
    return code
  }
  /** Time to read it, which a busy machine needs. */
  const slow = { ...times, readMs: 60_000 }

  it('that never pauses', async () => {
    expect(await refusal('for (;;) {}', { ...times, quietMs: 200, wholeMs: 1000, readMs: 1000 })).toBe(
      'web.page_endless',
    )
  })

  it('that sends more than pages do', async () => {
    const script = `const body = 'x'.repeat(10_000_000)
      for (let i = 0; i < 6; i++) fetch('/' + i, { method: 'POST', body }).catch(() => undefined)`
    expect(await refusal(script, slow)).toBe('web.page_too_large')
  })

  it('that has too many elements', async () => {
    const script = `const many = document.createDocumentFragment()
      for (let i = 0; i < 200_000; i++) many.append(document.createElement('i'))
      document.body.append(many)`
    expect(await refusal(script, slow)).toBe('web.page_too_large')
  })

  it('that has too much text', async () => {
    expect(await refusal(`document.body.append('x'.repeat(5_000_000))`, slow)).toBe('web.page_too_large')
  })
})

it('is stopped at once', async () => {
  const stop = new AbortController()
  const page = await browser.openPage()
  const address = parseAddress('https://site.example/')
  const rendered = renderPage(
    page,
    { address, content: Buffer.from('<script>fetch("/x")</script>'), charset: null },
    async (_request, { signal }) => {
      stop.abort()
      // What is under way is told as well.
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      throw new Error('Stopped.')
    },
    { signal: stop.signal, times: { ...times, wholeMs: 60_000 } },
  )
  await expect(rendered).rejects.toMatchObject({ code: 'cancelled' })
})
