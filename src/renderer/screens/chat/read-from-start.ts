/** Milliseconds in which an answer that fills the window came at once: nobody reads so fast. */
const atOnceMs = 600

/** What was seen of an answer; lengths in pixels. */
interface SeenAnswer {
  readonly height: number
  readonly windowHeight: number
  /** By how much the conversation just became longer. */
  readonly grownBy: number
  /** Milliseconds since it is there. */
  readonly age: number
}

/** Whether an answer is longer than the window and came at once: nobody could read along, so one begins at its start. */
export function isReadFromStart({ height, windowHeight, grownBy, age }: SeenAnswer): boolean {
  return height > windowHeight && (grownBy > windowHeight || age <= atOnceMs)
}
