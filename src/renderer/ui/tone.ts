/** The meaning of a colour; each tone always comes with an icon or a word as well. */
export type Tone = 'neutral' | 'accent' | 'success' | 'info' | 'warning' | 'danger'
