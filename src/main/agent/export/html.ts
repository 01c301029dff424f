import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { assertNever } from '../../../shared/errors'
import { isTangled } from '../../../shared/markdown/tangled'
import { type Attachment, attachmentName, type Block } from '../../../shared/run/blocks'
import type { Message } from '../../../shared/run/state'
import type { ExportedConversation } from './export'
import type { ExportTexts } from './export-texts'

// The file loads nothing and runs nothing, whatever is written in it.
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
const style = `
  :root { color-scheme: light dark }
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.55 system-ui, sans-serif }
  article { margin: 1.5rem 0 }
  h2 { margin: 0 0 .25rem; font-size: .85rem; font-weight: 600 }
  time { font-weight: 400; opacity: .65 }
  .text, pre { white-space: pre-wrap }
  .text, .words, pre { overflow-wrap: anywhere }
  .words > :first-child { margin-top: 0 }
  .words > :last-child { margin-bottom: 0 }
  .words :is(h1, h2, h3, h4, h5, h6) { margin: 1.2em 0 .4em; font-size: 1.05rem; font-weight: 650 }
  blockquote { margin: .8em 0; padding-left: .9rem; border-left: 3px solid color-mix(in srgb, currentColor 25%, transparent) }
  code { font-size: .9em }
  table { display: block; overflow-x: auto; border-collapse: collapse }
  th, td { padding: .25rem .6rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); text-align: left }
  .you .text { padding: .6rem .9rem; border-radius: .6rem; background: color-mix(in srgb, currentColor 8%, transparent) }
  pre { padding: .6rem .9rem; border-radius: .4rem; background: color-mix(in srgb, currentColor 5%, transparent); font-size: .85rem }
  figure { margin: .5rem 0 }
  img { max-width: 100%; height: auto }
  .note { opacity: .7 }
`

/** The shown branch as one page that needs nothing else; HTML in it is text, and pictures from elsewhere are links. */
export function htmlOf({ title, state, pictures }: ExportedConversation, texts: ExportTexts): string {
  const articles = state.messages.map((message) =>
    articleOf(message, state.runs[message.runId]?.assistant, { pictures, texts }),
  )
  return `<!doctype html>
<html lang="${texts.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
${articles.join('\n')}
</body>
</html>
`
}

function articleOf(
  message: Message,
  assistant: string | undefined,
  { pictures, texts }: { readonly pictures: ExportedConversation['pictures']; readonly texts: ExportTexts },
): string {
  const when = new Date(message.at).toISOString()
  const name = message.role === 'user' ? texts.you : (assistant ?? texts.assistant)
  const head = `<h2>${escaped(name)} <time datetime="${when}">${escaped(texts.moment(message.at))}</time></h2>`
  if (message.role === 'user') {
    const attached = message.attachments
      .map((attachment) => `<li>${attachedOf(attachment, pictures)}</li>`)
      .join('')
    const list = attached === '' ? '' : `<ul class="note">${attached}</ul>`
    return `<article class="you">${head}<div class="text">${escaped(message.text)}</div>${list}</article>`
  }
  const broken = message.error === undefined ? '' : `<p class="note">${escaped(message.error.message)}</p>`
  return `<article>${head}${message.blocks.map((block) => blockOf(block, texts)).join('')}${broken}</article>`
}

function attachedOf(attachment: Attachment, pictures: ExportedConversation['pictures']): string {
  const name = escaped(attachmentName(attachment))
  if (attachment.kind !== 'image') return name
  const { sha256, mediaType, width, height } = attachment.picture
  const data = pictures.get(sha256)
  if (data === undefined) return name
  const image = `<img src="data:${mediaType};base64,${data}" alt="${name}" width="${width}" height="${height}">`
  return `<figure>${image}<figcaption>${name}</figcaption></figure>`
}

function blockOf(block: Block, { thought, statuses }: ExportTexts): string {
  switch (block.type) {
    case 'text':
      return isTangled(block.text)
        ? `<div class="text">${escaped(block.text)}</div>`
        : `<div class="words">${markdown(block.text)}</div>`
    case 'thinking':
      return `<details class="note"><summary>${thought}</summary><div class="text">${escaped(block.text)}</div></details>`
    case 'tool_use': {
      const input = escaped(JSON.stringify(block.input ?? block.inputJson, null, 2))
      const result = block.result === undefined ? '' : `<pre>${escaped(block.result.content)}</pre>`
      return `<details class="note"><summary>${escaped(block.name)} (${statuses[block.status]})</summary><pre>${input}</pre>${result}</details>`
    }
    default:
      return assertNever(block)
  }
}

/** What an assistant wrote, as it is shown. Without `allowDangerousHtml` HTML stays text and only usual links lead somewhere. */
function markdown(text: string): string {
  const html = micromark(text, {
    extensions: [gfm(), { disable: { null: ['labelStartImage'] } }],
    htmlExtensions: [gfmHtml()],
  })
  // It leaves the one sign as it is that `escaped` does not.
  return html.replaceAll("'", '&#39;')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/gu, (sign) => entities[sign] ?? '')
}
