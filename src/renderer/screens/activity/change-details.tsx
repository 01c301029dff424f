import { useCallback, useEffect, useState } from 'react'
import type { ChangeLine } from '../../../shared/contract/changes'
import type { UndoItem } from '../../../shared/contract/undo-choices'
import type { ChangePreview, Preview } from '../../../shared/tool/preview'
import { loadDetails, loadOriginal, loadUndoItems, type Original } from '../../stores/changes'
import { attempt } from '../../stores/toasts'
import { Spinner } from '../../ui/spinner'
import { whileWanted } from '../../ui/while-wanted'
import { PicturesOf } from '../pictures-of'
import { ChangePreviews } from '../proposal/change-preview'
import { ChangeItems } from './change-items'
import { canUndo } from './group-changes'
import { OriginalProposal } from './original-proposal'

interface OpenedDetails {
  readonly preview: Preview
  readonly items: readonly UndoItem[]
  readonly original: Original | null
}

async function openDetails(
  id: string,
  undoable: boolean,
  amendedProposal: string | null,
): Promise<OpenedDetails> {
  const [preview, items, original] = await Promise.all([
    loadDetails(id),
    undoable ? loadUndoItems(id) : [],
    amendedProposal === null ? null : loadOriginal(amendedProposal),
  ])
  return { preview, items, original }
}

/** What was changed, loaded when it is opened. */
export function ChangeDetails({ change }: { readonly change: ChangeLine }) {
  const { id } = change
  const undoable = canUndo(change)
  const amendedProposal = change.amended === null ? null : change.proposalId
  const [details, setDetails] = useState<OpenedDetails | null>(null)
  const load = useCallback(async () => {
    const loaded = await attempt(openDetails(id, undoable, amendedProposal))
    return () => loaded !== undefined && setDetails(loaded)
  }, [id, undoable, amendedProposal])
  useEffect(() => whileWanted(load(), (show) => show()), [load])
  if (details === null) return <Spinner />
  const { preview, items, original } = details
  const oneByOne = items.length > 1
  return (
    <>
      {oneByOne && (
        <ChangeItems
          id={id}
          items={items}
          said={preview.said}
          onUndone={() => void load().then((show) => show())}
        />
      )}
      {(!oneByOne || preview.changes.some(hasLook)) && (
        <PicturesOf kind="change" id={id}>
          {/* The list says what the others say; a picture says more. */}
          <ChangePreviews
            changes={preview.changes}
            {...(oneByOne ? { hide: (change) => !hasLook(change) } : {})}
          />
        </PicturesOf>
      )}
      {original !== null && amendedProposal !== null && (
        <OriginalProposal proposalId={amendedProposal} original={original} />
      )}
    </>
  )
}

function hasLook(change: ChangePreview): boolean {
  return 'look' in change && change.look !== undefined
}
