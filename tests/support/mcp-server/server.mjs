// An MCP server on standard input and output, by hand, so that it can also do what no honest one does.
// What it does is told by FIXTURE, JSON: see `FixtureMcp` in fixture.ts. Calls are written to FIXTURE_CALLS.
import { appendFileSync, closeSync, readFileSync } from 'node:fs'

const wants = () => JSON.parse(readFileSync(process.env.FIXTURE, 'utf8'))
const first = wants()
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const note = (line) => appendFileSync(process.env.FIXTURE_CALLS, `${JSON.stringify(line)}\n`)

note({ started: process.pid, environment: Object.keys(process.env).sort(), token: process.env.TIDE_TOKEN })
if (first.stderr) process.stderr.write(first.stderr)
if (first.exit !== undefined) process.exit(first.exit)
if (first.garbage) process.stdout.write(`${first.garbage}\n`)

const text = (words) => ({ content: [{ type: 'text', text: words }] })

function stopReading(then) {
  process.stdin.removeAllListeners('end').destroy()
  process.stdin.once('close', () => {
    // Node leaves the descriptor open.
    closeSync(0)
    then()
  })
}

async function call({ name, arguments: given }, id, token) {
  note({ call: name, given })
  switch (name) {
    case 'never':
      return
    case 'die':
      process.exit(7)
      break
    case 'deafen':
      setInterval(() => undefined, 1000)
      return stopReading(() => send({ id, result: text('I hear nothing from now on.') }))
    case 'huge':
      return send({ id, result: text('x'.repeat(50_000_000)) })
    case 'long':
      return send({ id, result: text('y'.repeat(given.characters)) })
    case 'fail':
      return send({ id, result: { ...text(given.say ?? 'The harbour is closed.'), isError: true } })
    case 'refuse':
      return send({ id, error: { code: -32000, message: given.say } })
    case 'deep': {
      let value = []
      for (let level = 0; level < given.levels; level += 1) value = [value]
      return send({ id, result: { ...text(''), structuredContent: { value } } })
    }
    case 'structured':
      return send({ id, result: { ...text(''), structuredContent: { [given.say]: given.say } } })
    case 'numbers':
      return send({
        id,
        result: { ...text(given.say ?? ''), structuredContent: { ids: [JSON.rawJSON(given.written)] } },
      })
    case 'slow': {
      for (let step = 1; step <= given.steps; step += 1) {
        await new Promise((resolve) => setTimeout(resolve, given.pause))
        send({
          method: 'notifications/progress',
          params: { progressToken: token, progress: step, total: given.steps },
        })
      }
      return send({ id, result: text('slow but done') })
    }
    case 'ask_back': {
      for (const method of ['sampling/createMessage', 'elicitation/create', 'roots/list']) {
        send({
          id: `${id}-${method}`,
          method,
          params: {
            messages: [],
            maxTokens: 5,
            message: 'Your password?',
            requestedSchema: { type: 'object', properties: {} },
          },
        })
      }
      asked.set(id, [])
      return
    }
    case 'rich':
      return send({
        id,
        result: {
          content: [
            { type: 'text', text: 'With more.' },
            {
              type: 'image',
              data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
              mimeType: 'image/png',
            },
            { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
            { type: 'resource_link', uri: 'file:///etc/passwd', name: 'Passwords' },
          ],
          structuredContent: { high: 4.2 },
        },
      })
    default:
      return send({ id, result: text(given.say ?? `${name}: ${JSON.stringify(given)}`) })
  }
}

const asked = new Map()

function receive(message) {
  const { id, method, params } = message
  if (method === undefined) {
    const [of, kind] = String(id).split(/-(.*)/)
    const answers = asked.get(Number(of))
    answers?.push(`${kind}: ${message.error?.code ?? 'answered'}`)
    if (answers?.length === 3) send({ id: Number(of), result: text(answers.join(', ')) })
    return
  }
  if (method === 'initialize') {
    if (first.silent) return
    note({ offered: params.capabilities })
    const answer = () =>
      send({
        id,
        result: {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'tides', version: '1' },
        },
      })
    if (first.deaf === undefined) return answer()
    stopReading(answer)
    setTimeout(() => process.exit(first.deaf), 100)
  } else if (method === 'tools/list') {
    note({ list: params?.cursor ?? '' })
    const { tools = [], many = 0 } = wants()
    const all =
      many > 0
        ? Array.from({ length: many }, (_, at) => ({ name: `tool_${at}`, inputSchema: { type: 'object' } }))
        : tools
    const from = Number(params?.cursor ?? 0)
    const page = all.slice(from, from + 100)
    send({
      id,
      result: { tools: page, ...(from + 100 < all.length ? { nextCursor: String(from + 100) } : {}) },
    })
  } else if (method === 'tools/call') void call(params, id, params._meta?.progressToken)
  else if (method === 'ping') send({ id, result: {} })
}

let rest = ''
process.stdin.on('data', (piece) => {
  rest += piece
  for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n')) {
    receive(JSON.parse(rest.slice(0, end)))
    rest = rest.slice(end + 1)
  }
})
// Told from outside that its list has changed.
process.on('SIGUSR2', () => send({ method: 'notifications/tools/list_changed' }))
process.stdin.on('end', () => {
  if (!first.stays) process.exit(0)
})
if (first.stays) setInterval(() => undefined, 1000)
