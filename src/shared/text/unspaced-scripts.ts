/**
 * Scripts that put no spaces between words, for the inside of a character class with the flag `u`: Chinese, Japanese,
 * Thai and their like; Korean too, whose particles stick to words.
 */
export const unspacedScripts = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー`
