/** What asks how something is done, or for several things: a list answers it better than a sentence with the same words. */
const listWish =
  /^\s*how (?:do|does|can|could|should|to|must)(?!\p{L})(?!.*\b(?:many|much|long|often)\b)|^\s*wie .*(?<!\p{L})(?:ich|man|wir)(?!\p{L})|(?<!\p{L})(?:steps?|list|lists|needs?|needed|schritte?n?|liste|brauch\p{L}*|benötig\p{L}*)(?!\p{L})|^\s*(?:what|which) (?:are|things|\p{L}+s (?:are|do|does))(?!\p{L})|^\s*welche\s+\p{L}+n(?!\p{L})/iu

/** Whether a question is one that a list answers. */
export function wishesList(question: string): boolean {
  return listWish.test(question)
}
