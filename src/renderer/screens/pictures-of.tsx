import { type ReactNode, useMemo } from 'react'
import type { PictureOwner } from '../../shared/contract/pictures'
import { loadPicture } from '../stores/pictures'
import { type LoadPicture, PictureSourceContext } from '../ui/stored-picture'

/** Lets everything below show the pictures of a proposal or a change. */
export function PicturesOf({
  kind,
  id,
  children,
}: {
  readonly kind: 'proposal' | 'change'
  readonly id: string
  readonly children: ReactNode
}) {
  return <Source of={useMemo(() => ({ kind, id }), [kind, id])}>{children}</Source>
}

/** The same for the pictures that a tool call answered. */
export function PicturesOfCall({
  conversationId,
  toolUseId,
  children,
}: {
  readonly conversationId: string
  readonly toolUseId: string
  readonly children: ReactNode
}) {
  const of = useMemo(
    () => ({ kind: 'tool_call' as const, conversationId, toolUseId }),
    [conversationId, toolUseId],
  )
  return <Source of={of}>{children}</Source>
}

function Source({ of, children }: { readonly of: PictureOwner; readonly children: ReactNode }) {
  const load = useMemo<LoadPicture>(() => (sha256) => loadPicture(of, sha256), [of])
  return <PictureSourceContext value={load}>{children}</PictureSourceContext>
}
