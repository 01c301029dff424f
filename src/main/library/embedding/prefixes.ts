import type { TextKind } from './embedder'

/** What some models want before a text, as their makers write; by a part of the model's name. */
const prefixes: readonly { readonly name: RegExp; readonly query: string; readonly passage: string }[] = [
  { name: /nomic-embed-text/u, query: 'search_query: ', passage: 'search_document: ' },
  { name: /(^|[/_-])e5-(small|base|large)(?!.*instruct)/u, query: 'query: ', passage: 'passage: ' },
  {
    name: /mxbai-embed-large|bge-(small|base|large)-en/u,
    query: 'Represent this sentence for searching relevant passages: ',
    passage: '',
  },
  {
    name: /snowflake-arctic-embed(?!2|-[lm]-v2)/u,
    query: 'Represent this sentence for searching relevant passages: ',
    passage: '',
  },
  { name: /snowflake-arctic-embed(2|-[lm]-v2)/u, query: 'query: ', passage: '' },
  { name: /embeddinggemma/u, query: 'task: search result | query: ', passage: 'title: none | text: ' },
]

/** What is put before a text of this kind; nothing for most models. */
export function prefixOf(model: string, kind: TextKind): string {
  const name = model.toLowerCase()
  return prefixes.find((each) => each.name.test(name))?.[kind] ?? ''
}
