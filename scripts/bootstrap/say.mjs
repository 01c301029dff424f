/** A step that can't be done: its message is one sentence for the person, shown without a stack. */
export class StepError extends Error {}

/** Writes one line about what the bootstrap does; standard output belongs to the program that is started. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/** Runs a step with one line of progress that ends in the time the step took. */
export async function step(title, work) {
  const started = Date.now()
  process.stderr.write(`${title} … `)
  try {
    const result = await work()
    process.stderr.write(`${seconds(Date.now() - started)}\n`)
    return result
  } catch (error) {
    process.stderr.write('failed\n')
    throw error
  }
}

/** A duration in milliseconds as people read it. */
export function seconds(milliseconds) {
  return milliseconds < 9_950
    ? `${(milliseconds / 1000).toFixed(1)} s`
    : `${Math.round(milliseconds / 1000)} s`
}
