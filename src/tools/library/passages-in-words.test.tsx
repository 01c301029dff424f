import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import views from './views'

const passage = (document_id: string, text: string) => ({
  chunk_id: document_id,
  document_id,
  title: document_id,
  start: 0,
  end: text.length,
  score: 1,
  similarity: 1,
  text,
})

const found = {
  results: [
    passage('code', 'rows[a][b] *= 2 # rent'),
    passage('page', 'A **bold** &lt;div> and <b>'),
    passage('note', 'A **bold** <b>word</b>'),
  ],
  took_ms: 1,
}

function shown(state: object): string {
  const view = views.find(({ names }) => names.includes('search_library'))
  return renderToStaticMarkup(view?.result({ input: { query: 'rent' }, state }))
}

describe('the passages that a search in a conversation found', () => {
  it('keep the signs of a text that is no Markdown, and what looks like HTML in one that was written to Markdown', () => {
    const html = shown({ ...found, as_written: ['code'], written_anew: ['page'] })
    expect(html).toContain('rows[a][b] *= 2 # rent')
    expect(html).toContain('A bold &amp;lt;div&gt; and &lt;b&gt;')
    expect(html).toContain('A bold word')
  })

  it('are taken for Markdown where the search was made before it told that', () => {
    expect(shown(found)).not.toContain('**bold**')
  })
})
