import { describe, expect, it } from 'vitest'
import { isListing } from './listing'

const listings: Readonly<Record<string, string>> = {
  'a table of contents with dots that lead to pages': `Table of Contents
1 Obtaining R . . . . . . . . . . . . . . . . . . . 1
1.1 Getting and unpacking the sources. . . . . . . . . . 1
1.2 Getting patched versions . . . . . . . . . . . . . . xi
2.1 Simple compilation . . . . . . . . . . . . . . . . . 3`,
  'an index of words with their pages': `Index
clip, 24, 81, 137
cntrparam, 24, 56, 138–141,
195, 231
column, 40, 116
command line editing, 32`,
  'a bibliography with keys': `[LH84] M. C. Leu and N. Hemati. Automated derivation of dynamic equations of motion for
manipulators. In Stelson and Sweet [SS84], pages 193–206, 1984.
[Mac83] Glenn A. Macala. Symbod: a computer program for the automatic generation of
equations. AIAA Paper, 1983.
[Mac88] Macsyma, Inc. Macsyma mathematics reference manual. Arlington, MA, USA,
version 13 edition, 1988.`,
  'a bibliography by names': `Becker, R. A., Chambers, J. M. and Wilks, A. R. (1988), The New S Language.
Chapman & Hall, New York.
Chambers, J. M. (1998), Programming with Data. Springer.
McCullagh, P. and Nelder, J. A. (1989), Generalized Linear Models. Second edition,
Chapman and Hall, London.`,
}

const others: Readonly<Record<string, string>> = {
  prose: `Packages can be removed in a number of ways. From a command prompt they
can be removed by one command. From a running process they can be removed by
another, which came in 1998 and was changed in 2004, 2009 and 2012.
Finally, one can just remove the folder from the library.`,
  'a table of figures': `Year Revenue Costs
Net sales 12,408 11,297
Services 3,201 2,950
Research 812 790
Total 16,421 15,037`,
  'numbered steps': `1. Open the lid.
2. Take out the paper.
3. Close the lid.
4. Wait until the lamp is green.`,
  'code with dots': `const rest = [...first, ...second]
for (const each of rest) send(...each)
return { ...options, rest }
export default rest`,
  'a single line that leads elsewhere': 'See the table of contents . . . . . . . . . 3',
  'minutes with dates': `The board met in Tallahassee, Florida.
It decided on three motions, of which two passed on June 5, 2019.
The third was put off until the next year.
Present were all members.`,
}

describe('a passage that only leads elsewhere', () => {
  it.each(Object.entries(listings))('is %s', (_, text) => {
    expect(isListing(text)).toBe(true)
  })
  it.each(Object.entries(others))('is not %s', (_, text) => {
    expect(isListing(text)).toBe(false)
  })
})
