/** Calls once what is there now has been painted, which is when it can first be seen; what it answers stops waiting. */
export function afterPaint(done: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(done)
  })
  return () => cancelAnimationFrame(frame)
}
