import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import type { Choice } from '../../../shared/tool/choice'
import { type Preview, spoken } from '../../../shared/tool/preview'
import type { ChosenFor } from '../../../shared/tool/runtime'

/** Things that are looked at before others have their turn. */
const AT_ONCE = 50

/** Looks at each thing of a batch, some at a time: a thousand at once would be felt in the window. */
export async function eachInTurn<Item, Value>(
  items: readonly Item[],
  look: (item: Item) => Value,
  signal?: AbortSignal,
): Promise<Value[]> {
  return await eachTogether(items, (some) => some.map(look), signal)
}

/** The same where the things that are looked at before others have their turn are looked at together. */
export async function eachTogether<Item, Value>(
  items: readonly Item[],
  look: (some: readonly Item[]) => readonly Value[],
  signal?: AbortSignal,
): Promise<Value[]> {
  const values: Value[] = []
  for (let from = 0; from < items.length; from += AT_ONCE) {
    if (from > 0) await nextTurn()
    signal?.throwIfAborted()
    values.push(...look(items.slice(from, from + AT_ONCE)))
  }
  return values
}

/**
 * The chosen ones of a batch, whose documents are in the order of its preview's changes. Throws `invalid_input` for one
 * that is not in it.
 */
export function chosenOf<Item>(documents: readonly Item[], { items = [] }: Choice): readonly Item[] {
  const chosen = new Set(items)
  const kept = documents.filter((_, place) => chosen.has(place))
  if (kept.length === chosen.size && kept.length > 0) return kept
  throw new AppError('invalid_input', say('proposal.no_such_part'), {
    field: 'choice',
  })
}

/** What is shown of the chosen ones. */
export function narrowedPreview(preview: Preview, { items = [] }: Choice, summary: Sentence): Preview {
  const chosen = new Set(items)
  const keep = <Shown>(list: readonly Shown[]) => list.filter((_, place) => chosen.has(place))
  return spoken({
    ...preview,
    summary,
    targets: keep(preview.targets),
    changes: keep(preview.changes),
    lost: keep(preview.lost),
  })
}

/** A batch's inverse by what was chosen for each of its documents; null where all are kept. */
export async function rebaseEach<Item>(
  documents: readonly Item[],
  rebase: (item: Item, chosen: ChosenFor) => Item | null,
  chosen: ChosenFor,
): Promise<{ documents: Item[] } | null> {
  const kept = (await eachInTurn(documents, (each) => rebase(each, chosen))).filter((each) => each !== null)
  return kept.length === 0 ? null : { documents: kept }
}
