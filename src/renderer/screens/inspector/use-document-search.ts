import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FoundWords } from '../../../shared/contract/document-layout'
import { toErrorShape } from '../../../shared/errors'
import { findWords } from '../../stores/library'
import type { Marks } from './marks'
import { steppedMatch } from './match-step'

/** What a search within a document came to. */
interface Found {
  /** As they were typed. */
  readonly words: string
  readonly matches: readonly FoundWords[]
  readonly more: boolean
}

/** What is found, and which match one is at; -1 before one went to any. */
interface Standing {
  readonly found: Found | undefined
  readonly current: number
}

/** A search within a document, and the way from match to match. */
interface DocumentSearching extends Standing {
  /** As they are typed. */
  readonly words: string
  readonly matches: readonly FoundWords[]
  readonly problem: string | undefined
  readonly type: (words: string) => void
  readonly goTo: (index: number) => void
  /** Goes to the next match or the one before; where they are still looked for, as soon as they are there. */
  readonly step: (by: 1 | -1) => void
}

/** Looks for what is typed; tells which match is gone to, and what to mark: null at the end, and where nothing is found. */
export function useDocumentSearch(
  documentId: string,
  onGo: (match: FoundWords) => void,
  onMarks: (marks: Marks | null) => void,
): DocumentSearching {
  const [words, setWords] = useState('')
  const [standing, setStanding] = useState<Standing>(nowhere)
  const [problem, setProblem] = useState<string>()
  /** By how many matches to go on, asked for before they were there. */
  const ahead = useRef(0)
  /** The same as is drawn, or will be: a key can come before. */
  const latest = useRef(standing)

  const stand = (next: Standing) => {
    latest.current = next
    setStanding(next)
  }
  const goTo = (index: number) => {
    const { found } = latest.current
    const match = found?.matches[index]
    if (match === undefined) return
    stand({ found, current: index })
    onGo(match)
  }
  const take = useEffectEvent((found: Found | undefined) => {
    stand({ found, current: -1 })
    setProblem(undefined)
    if (found === undefined) return
    if (ahead.current !== 0) goTo(steppedMatch(-1, ahead.current, found.matches.length))
    ahead.current = 0
  })
  useEffect(() => {
    if (words.trim() === '') return take(undefined)
    const search = new AbortController()
    findWords(documentId, words, search.signal).then(
      (answer) => {
        if (!search.signal.aborted) take({ words, ...answer })
      },
      (error: unknown) => {
        if (!search.signal.aborted) setProblem(toErrorShape(error).message)
      },
    )
    return () => search.abort()
  }, [documentId, words])

  const { found, current } = standing
  const matches = found?.matches ?? none
  useEffect(
    () => onMarks(matches.length === 0 ? null : { ranges: matches, active: current }),
    [onMarks, matches, current],
  )
  useEffect(() => () => onMarks(null), [onMarks])

  return {
    ...{ words, found, matches, current, problem, goTo },
    type(typed) {
      ahead.current = 0
      setWords(typed)
    },
    step(by) {
      const { found: there, current: from } = latest.current
      if (there?.words === words) goTo(steppedMatch(from, by, there.matches.length))
      else ahead.current += by
    },
  }
}

const none: readonly FoundWords[] = []
const nowhere: Standing = { found: undefined, current: -1 }
