import { fork } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import mammoth from 'mammoth'
import TurndownService from 'turndown'
import { extractDocx } from '../../src/main/library/extractors/docx/docx'
import { extractHtml } from '../../src/main/library/extractors/html'

/** What a process of the bench reads, again and again. */
export type ReaderTask =
  | { readonly reader: 'html' | 'turndown' }
  | { readonly reader: 'docx' | 'mammoth'; readonly path: string }

/** The first argument of the bench's entry where it is started as such a process; the task is the second. */
export const READER = 'reader'

/** A process that waited for its turn begins slowly. */
const LEAST_MS = 500

/** A reader in a process of its own, so that no side clears away what the other left behind. */
export function startReader(bundle: string, task: ReaderTask) {
  const child = fork(bundle, [READER, JSON.stringify(task)])
  const ended = once(child, 'exit').then(() => null)
  return {
    /** Reads everything as often as fits into half a second, once at least; answers in how many milliseconds each time. */
    async round(): Promise<number> {
      const answered = once(child, 'message')
      child.send('round')
      const answer = await Promise.race([answered, ended])
      if (answer === null) throw new Error(`The reader ${task.reader} ended before it was through.`)
      return answer[0] as number
    },
    async close(): Promise<void> {
      child.kill()
      await ended
    },
  }
}

/** What such a process does. */
export function runReader(task: string): void {
  // Only `startReader` writes it.
  const read = readerOf(JSON.parse(task) as ReaderTask)
  process.on('message', async () => {
    const started = performance.now()
    let times = 0
    do {
      await read()
      times++
    } while (performance.now() - started < LEAST_MS)
    process.send?.((performance.now() - started) / times)
  })
}

function readerOf(task: ReaderTask): () => unknown {
  switch (task.reader) {
    case 'docx':
      return () => extractDocx(task.path)
    case 'mammoth':
      return () => mammoth.extractRawText({ path: task.path })
    case 'html': {
      const pages = webPages()
      return () => {
        for (const page of pages) extractHtml(page)
      }
    }
    case 'turndown': {
      const pages = webPages()
      return () => {
        for (const page of pages) new TurndownService().turndown(page)
      }
    }
  }
}

/** Web pages of a round. */
export const PAGES = 300
const SECTIONS_A_PAGE = 12

/** The pages of a round. */
export function webPages(): string[] {
  return Array.from({ length: PAGES }, (_, index) => webPage(index))
}

/** What the generated documents say. */
export const sentence =
  'The tide rises and falls twice a day because the Moon pulls on the sea, and the Earth turns below it. '

/** A page as sites make them: a menu, an article with links, code, lists and a table, a side column, a footer. */
function webPage(number: number): string {
  const sections = Array.from({ length: SECTIONS_A_PAGE }, (_, index) => {
    const paragraphs = `<p class="text">${sentence.repeat(3)}<a href="https://example.org/${number}/${index}">More</a> and <em>more</em>.</p>`
    return `<section><h2 id="s${index}">Part ${index} &amp; rest</h2>${paragraphs.repeat(3)}
      <ul><li>High <code>water</code></li><li>Low water</li></ul>
      <pre><code class="language-js"><span class="k">let</span> <span class="n">tide</span> = ${index}\n</code></pre>
      <table><tr><th>Port</th><th>Range</th></tr><tr><td>Brest</td><td>6 m</td></tr></table></section>`
  })
  const menu = Array.from(
    { length: 30 },
    (_, index) => `<li><a href="/p/${index}">Entry ${index}</a></li>`,
  ).join('')
  return `<!doctype html><html lang="en"><head><title>Tides ${number}</title><script>let a = 1</script><style>p{}</style></head>
    <body><nav><ul>${menu}</ul></nav><main><h1>Tides ${number}</h1>${sections.join('\n')}</main>
    <aside class="sidebar"><ul>${menu}</ul></aside><footer>Imprint</footer></body></html>`
}
