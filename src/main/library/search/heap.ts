/** A passage, by its place in an index, and its score. */
export type RankedPlace = { readonly place: number; readonly score: number }

/** Keeps the highest scores; of equal ones those that came first. */
export function createHeap(limit: number) {
  const places = new Int32Array(limit)
  const scores = new Float64Array(limit)
  let size = 0
  const isWorse = (a: number, b: number) => {
    const difference = (scores[a] as number) - (scores[b] as number)
    return difference < 0 || (difference === 0 && (places[a] as number) > (places[b] as number))
  }
  const swap = (a: number, b: number) => {
    const place = places[a] as number
    const score = scores[a] as number
    places[a] = places[b] as number
    scores[a] = scores[b] as number
    places[b] = place
    scores[b] = score
  }
  const sink = () => {
    let at = 0
    for (;;) {
      let worst = at
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < size && isWorse(child, worst)) worst = child
      if (worst === at) return
      swap(at, worst)
      at = worst
    }
  }
  return {
    /** The least score that is kept; 0 while there is room, so that only what scores is taken. */
    least: () => (size < limit ? 0 : (scores[0] as number)),
    offer(place: number, score: number) {
      if (score <= 0) return
      if (size === limit) {
        if (score <= (scores[0] as number)) return
        places[0] = place
        scores[0] = score
        sink()
        return
      }
      let at = size++
      places[at] = place
      scores[at] = score
      while (at > 0) {
        const parent = (at - 1) >> 1
        if (!isWorse(at, parent)) return
        swap(at, parent)
        at = parent
      }
    },
    sorted(): RankedPlace[] {
      return Array.from({ length: size }, (_, index) => ({
        place: places[index] ?? 0,
        score: scores[index] ?? 0,
      })).sort((a, b) => b.score - a.score || a.place - b.place)
    },
  }
}
