import { AppError } from '../../../shared/errors'
import { languageName } from '../../../shared/text/language-name'
import { sectionOf, titlesBelow } from '../../../shared/text/sections'
import { onlyArgument, parseCommand, wholeNumber } from '../arguments'
import { findCollection } from '../collection-named'
import { exitStatus } from '../exit-status'
import type { Command } from './command'

/** Searches the library. */
export const search: Command = {
  usage: 'QUERY [--collection NAME] [--top-k N]',
  summary: 'Find passages in the library.',
  async run({ args, open, output }) {
    const { values, positionals } = parseCommand(args, {
      collection: { type: 'string' },
      'top-k': { type: 'string' },
    })
    const query = onlyArgument(positionals, 'QUERY')
    const limit = wholeNumber(values['top-k'], '--top-k', 1, 100) ?? 10
    const out = output(values.json)
    const session = await open({ data: values.data })
    try {
      const { client } = session
      const name = values.collection
      const collection = name === undefined ? undefined : await findCollection(client, name)
      if (name !== undefined && collection === undefined) {
        throw new AppError('not_found', `There is no collection "${name}".`)
      }
      const { results, tookMs, corrections, foreign, searchedBy } = await client.library.search({
        query,
        collectionId: collection?.id,
        limit,
      })
      const instead = corrections.length === 0 ? {} : { corrections }
      out.document({ results, took_ms: tookMs, ...instead, ...(foreign && { foreign }), ...searchedBy })
      for (const passage of results) {
        const below = sectionOf(titlesBelow(passage.title, passage.section))
        const place = passage.page === undefined ? below : `p. ${passage.page}`
        const range = `characters ${passage.start} to ${passage.end}`
        out.text(
          `[${passage.title}${place === '' ? '' : `, ${place}`}]  ${passage.similarity.toFixed(2)}  ${range}`,
        )
        out.text(`${passage.text.trim()}\n`)
      }
      if (results.length === 0) out.text('Nothing found.')
      for (const { word, instead } of corrections)
        out.note(`Nothing says "${word}"; shown for "${instead[0] ?? ''}".`)
      if (foreign !== undefined)
        out.note(
          `You search in ${languageName(foreign, 'en')}, and hardly anything in the library is in that language: only words that are spelt alike are found.`,
        )
      if (searchedBy?.notice !== undefined) out.note(searchedBy.notice)
      return exitStatus.done
    } finally {
      await session.close()
    }
  },
}
