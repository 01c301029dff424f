import type { Preview, Target } from '../../../shared/tool/preview'

/** What of a preview tells which things it is about. */
export type Touched = Pick<Preview, 'targets' | 'container'>

/** Whether two changes are about the same things, or one about what the other is in. */
export function touch(one: Touched, other: Touched): boolean {
  return (
    one.targets.some((target) => other.targets.some((another) => meet(target, another))) ||
    isIn(one, other) ||
    isIn(other, one)
  )
}

/** What lies in the same collection has nothing to do with each other; what changes the collection has. */
function isIn({ container }: Touched, { targets }: Touched): boolean {
  return container !== undefined && targets.some(({ reference }) => reference === container.reference)
}

function meet(one: Target, other: Target): boolean {
  return placesOf(one).some((place) =>
    placesOf(other).some(
      (another) =>
        place === another ||
        (other.kind === 'folder' && isBelow(place, another)) ||
        (one.kind === 'folder' && isBelow(another, place)),
    ),
  )
}

function placesOf({ reference, to }: Target): string[] {
  return to === undefined ? [reference] : [reference, to]
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.startsWith('/') ? `${folder}/` : `${folder}\\`)
}
