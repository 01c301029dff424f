import { describe, expect, it } from 'vitest'
import type { Document } from '../../shared/contract/document'
import type { Addition } from '../stores/additions'
import { outcomeOf, outcomeSentence, outcomeTitle, workingSentence } from './addition-outcome'

const addition: Addition = {
  total: 2,
  startedAt: 1,
  latest: { total: 1, startedAt: 1 },
  handedOver: 2,
  documentIds: ['a', 'b'],
  skipped: [],
  unrun: [],
  known: [],
  renewed: [],
  unchanged: 0,
  state: 'handed_over',
}

/** For want of what a document could not be read. */
type Needs = Partial<Pick<Document, 'locked' | 'unreadPictures'>>

/** What an addition comes to hangs on nothing else of its documents. */
function documentsOf(statuses: readonly Document['status'][], needs: Needs = {}): Document[] {
  return statuses.map((status, at) => ({ id: ['a', 'b'][at], status, ...needs }) as Document)
}

function told(statuses: readonly Document['status'][], about: Partial<Addition> = {}, needs: Needs = {}) {
  const all = { ...addition, ...about }
  const documents = documentsOf(statuses, needs)
  const outcome = outcomeOf(all, documents)
  return {
    done: outcome.done,
    well: outcome.well,
    title: outcomeTitle(outcome, all),
    sentence: outcomeSentence(outcome, all),
  }
}

describe('what an addition came to', () => {
  it('does not call cancelled documents ready, nor the addition a success', () => {
    expect(told(['cancelled', 'cancelled'])).toEqual({
      done: true,
      well: false,
      title: 'Nothing was added',
      sentence: '2 documents cancelled',
    })
    expect(told(['complete', 'cancelled'])).toMatchObject({
      well: false,
      title: 'Added to the library',
      sentence: '1 document is ready · 1 document cancelled',
    })
  })

  it('does not call ready what failed while the rest is being read', () => {
    const working = (status: Document['status'], needs: Needs = {}) => {
      const documents = documentsOf([status, 'processing'], needs)
      return workingSentence(outcomeOf(addition, documents), documents)
    }
    expect(working('error')).toBe('0 of 2 documents ready')
    expect(working('error', { unreadPictures: true })).toBe('0 of 2 documents ready')
    expect(working('error', { locked: true })).toBe('0 of 2 documents ready')
    expect(working('cancelled')).toBe('0 of 2 documents ready')
    expect(working('complete')).toBe('1 of 2 documents ready')
  })

  it('tells of what was in the library already', () => {
    expect(told(['complete'], { known: ['a'], unchanged: 1 })).toEqual({
      done: true,
      well: true,
      title: 'In the library already',
      sentence: 'The content of 1 file was in the library already',
    })
    expect(told(['complete', 'complete'], { known: ['a'], unchanged: 3 })).toMatchObject({
      well: true,
      title: 'Added to the library',
      sentence: '1 document is ready · The content of 3 files was in the library already',
    })
  })

  it('tells pictures whose text was not read from what failed', () => {
    expect(told(['error', 'error'], {}, { unreadPictures: true })).toEqual({
      done: true,
      well: false,
      title: 'Added to the library',
      sentence: '2 documents have no text to be found',
    })
    expect(told(['error', 'error'])).toMatchObject({
      title: 'Nothing was added',
      sentence: '2 documents failed',
    })
  })

  it('does not call failed what waits for its password', () => {
    expect(told(['error', 'error'], {}, { locked: true })).toEqual({
      done: true,
      well: false,
      title: 'Added to the library',
      sentence: '2 documents wait for a password',
    })
    expect(told(['error', 'cancelled'], {}, { locked: true })).toMatchObject({
      sentence: '1 document waits for a password · 1 document cancelled',
    })
  })

  it('is not done before the last document is settled', () => {
    expect(told(['complete', 'processing'])).toMatchObject({ done: false, well: false })
    expect(told(['complete', 'complete'])).toMatchObject({ done: true, well: true })
    expect(told(['complete'], { state: 'handing_over' })).toMatchObject({ done: false })
  })
})
