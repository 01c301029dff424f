/** Milliseconds in which an answer that fills the window came at once: nobody reads so fast. */
const atOnceMs = 600

/** What was seen of an answer; lengths in pixels. */
interface SeenAnswer {
  readonly height: number
  readonly windowHeight: number
  /** The most that it became longer by in one step, however long ago. */
  readonly leap: number
  /** Milliseconds since it is there. */
  readonly age: number
}

/** Whether an answer is longer than the window and came at once: nobody could read along, so one begins at its start. */
export function isReadFromStart({ height, windowHeight, leap, age }: SeenAnswer): boolean {
  return height > windowHeight && (height - leap <= windowHeight || age <= atOnceMs)
}
