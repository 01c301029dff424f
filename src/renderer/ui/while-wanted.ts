/**
 * Hands on how work ends, until what this answers is called: an effect that returns it takes no answer to what it asks for
 * no longer. Without `fail` a failure is as unhandled as that of the work itself.
 */
export function whileWanted<Answer>(
  work: Promise<Answer>,
  take: (answer: Answer) => void,
  fail?: (error: unknown) => void,
): () => void {
  let wanted = true
  void work.then((answer) => wanted && take(answer), fail && ((error: unknown) => wanted && fail(error)))
  return () => {
    wanted = false
  }
}
