/** What says that something is not so, English and German; “No. 5” is a number. */
const negation =
  /(?<!\p{L})(?:not|cannot|no(?!\.)|never|none|nothing|nobody|neither|except|excluded|exclusions?|nicht|nichts|nie|niemand|weder|kein(?:e[mnrs]?)?|außer|ausgenommen|ausgeschlossen|ausschl(?:uss|üsse))(?!\p{L})|n['’]t(?!\p{L})/iu
/** What says under which condition something is asked; at the beginning these words may ask. */
const condition =
  /(?<=\S\s+)(?:when|if|because|although|while|that|unless|wenn|falls|weil|dass|obwohl|während)(?!\p{L})[^,.;?!]*/giu
/** What asks for things, people or places, of which some are so and others not. */
const asksWhich = /^\s*(?:what|which|who|where|was|wer|wen|wem|wo|welche[mnrs]?)(?!\p{L})/iu

/** Whether a text says that something is not so. */
export function negates(text: string): boolean {
  return negation.test(text)
}

/**
 * Whether what stands below a heading, or below what announces a list, is of the opposite of what a question asks for: of
 * what is not covered where it asks what is, or the other way round. Any other question may negate for a reason of its own:
 * “why can't I log in?” is answered below “Login”.
 */
export function isOfOpposite(question: string, heading: string): boolean {
  const asked = negates(question.replace(condition, ''))
  return negates(heading) ? !asked && !negates(question) : asked && asksWhich.test(question)
}
