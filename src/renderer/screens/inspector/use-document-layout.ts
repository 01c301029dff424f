import { useEffect, useState } from 'react'
import type { DocumentLayout } from '../../../shared/contract/document-layout'
import { toErrorShape } from '../../../shared/errors'
import { loadLayout } from '../../stores/library'
import { whileWanted } from '../../ui/while-wanted'

/** How a document is laid out, as text alone where that is asked for; neither is there while it loads. */
export function useDocumentLayout(
  id: string,
  asText: boolean,
): { readonly layout: DocumentLayout | undefined; readonly problem: string | undefined } {
  const [layout, setLayout] = useState<DocumentLayout>()
  const [problem, setProblem] = useState<string>()
  useEffect(
    () => whileWanted(loadLayout(id, asText), setLayout, (error) => setProblem(toErrorShape(error).message)),
    [id, asText],
  )
  return { layout, problem }
}
