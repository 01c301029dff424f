/** What says that something is not so, English and German; “No. 5” is a number. */
const negation =
  /(?<!\p{L})(?:not|no(?!\.)|never|none|except|excluded|exclusions?|nicht|nie|kein(?:e[mnrs]?)?|außer|ausgenommen|ausgeschlossen|ausschl(?:uss|üsse))(?!\p{L})|n['’]t(?!\p{L})/iu

/** Whether two texts are of opposites, such as what is covered and what is not: one of them negates and the other does not. */
export function areOpposite(one: string, other: string): boolean {
  return negation.test(one) !== negation.test(other)
}
