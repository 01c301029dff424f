import type { ModelRequest } from '../port'
import { aboutOf, isQuestion } from './asked-request'
import { wholeQuestion } from './follow-up'
import { passagesPerFollowUp, passagesPerQuestion, searchTool } from './library-tools'
import type { Step } from './step'

/** Searches for what is asked, in each of the documents that it is about alone, or in all of the library. */
export function searchStep(request: ModelRequest): Step {
  const { text: query, before } = wholeQuestion(request.messages, isQuestion)
  const top_k = before !== '' ? passagesPerFollowUp : passagesPerQuestion
  const about = aboutOf(request)
  const inputs = about.length === 0 ? [{ query, top_k }] : about.map((doc_id) => ({ query, top_k, doc_id }))
  return { kind: 'calls', calls: inputs.map((input) => ({ name: searchTool, input })) }
}
