/** Characters of an id in a tool's input. One that is made here has far fewer; one that is not there comes back in the answer. */
export const idLength = 100

/** Characters of a cursor: the title that it goes on behind is in it, its numbers written with 15 digits each. */
export const cursorLength = 8000
