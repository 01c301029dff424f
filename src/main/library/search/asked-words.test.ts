import { describe, expect, it } from 'vitest'
import { setUpSearchDesk } from '../../../../tests/support/search-desk'

const desk = setUpSearchDesk()
const { store, search, ids } = desk

// What is made of the words of a query that the library lacks, and what is told of all of them.
describe('words', () => {
  it('are corrected when the library has none like them, by one edit, or two in a long word', async () => {
    await store('one', ['the regulation of harbours', 'something else'])
    for (const misspelt of ['regulatoin', 'regullation', 'rgulation', 'regualtoin']) {
      expect(ids(misspelt), misspelt).toEqual(['one#0'])
    }
    expect(ids('regolutaion')).toEqual([])
    expect(ids('esle')).toEqual(['one#1'])
    expect(ids('xyz')).toEqual([])
  })

  it('are left alone where they are short and another one just looks like them', async () => {
    await store('plants', ['the root of a tree', 'a house and its garden'])
    expect(ids('roor')).toEqual(['plants#0'])
    expect(ids('roor house')).toEqual(['plants#1'])
    expect(ids('mouze')).toEqual([])
    expect(ids('rast')).toEqual([])
  })

  it('are left alone where they are common, but for other forms of them', async () => {
    await store('letters', [
      'Please send the letter to all of them.',
      'The trail ends at the analysis of a house.',
    ])
    expect(ids('spend')).toEqual([])
    expect(ids('trial')).toEqual([])
    expect(ids('spend house')).toEqual(['letters#1'])
    await store('law', ['The contest of the police is a product of formal criteria, written properly.'])
    for (const common of ['content', 'policy', 'produce', 'format', 'property'])
      expect(ids(common), common).toEqual([])
    expect(ids('criterion')).toEqual(['law#0'])
    expect(ids('analyses')).toEqual(['letters#1'])
    expect(ids('sned')).toEqual(['letters#0'])
  })

  it('are common in the language of the library alone', async () => {
    await store('Strecke', [
      'Der Trail endet an der alten Brücke und ist nicht weit.',
      'Ein Haus mit Garten.',
    ])
    expect(ids('trial')).toEqual(['Strecke#0'])
  })

  it('of another language than the library’s are taken for none of its common ones', async () => {
    await store('manual', [
      'If there is anything else to read, the Octave manual has a chapter on that and on the files.',
    ])
    expect(ids('Wie lese ich das in Kapitel drei?')).toEqual([])
    expect(ids('lese')).toEqual(['manual#0'])
    expect(ids('Wie ist das in Octvae?')).toEqual(['manual#0'])
  })

  it('of a language that hardly anything is in are told as that', async () => {
    const english = Array.from({ length: 199 }, (_, at) => `This is page ${at} of what it says of the oil.`)
    await store('manual', english)
    const foreign = (query: string, filter = {}) =>
      desk.searcher.search({ query, filter, minSimilarity: 0, limit: 10, typing: false }).foreign
    expect(foreign('Wie kommt das Schmiermittel in die Anlage?')).toBe('de')
    expect(foreign('Welche der Seiten, die ich habe, ist von Öl?')).toBe('de')
    // One name more or less is no other language, nor is what is there.
    expect(foreign('page of de la Cruz')).toBeNull()
    expect(foreign('die casting in an alloy')).toBeNull()
    expect(foreign('Oscar de la Renta dress')).toBeNull()
    expect(foreign('van de Graaff generator spark')).toBeNull()
    expect(foreign('¿Cómo funciona la bomba de agua?')).toBe('es')
    expect(foreign('How does the lubricant get into the machinery?')).toBeNull()
    expect(foreign('Schmiermittel Anlage')).toBeNull()
    // It is searched for a document that is in it, one of two hundred.
    await store('Anleitung', ['Das Schmiermittel kommt oben in die Anlage, und das ist nicht schwer.'])
    expect(foreign('Wie kommt das Schmiermittel in die Anlage?')).toBeNull()
    expect(foreign('Was ist mit der Zahnbürste und dem Waschlappen?')).toBe('de')
    const second = Array.from({ length: 4 }, (_, at) => `Seite ${at} ist die, auf der es nicht steht.`)
    await store('Mehr', second)
    expect(foreign('Was ist mit der Zahnbürste und dem Waschlappen?')).toBeNull()
  })

  it('that may as well be others count less than those that are there', async () => {
    await store('one', ['the garden wall', 'the garden', 'the wardens of the wall and the gate'])
    const [, second] = search('warders wall')
    expect(ids('warders wall')[0]).toBe('one#2')
    expect(second?.chunk_id).toBe('one#0')
  })

  it('that are corrected are told, with what passages have instead and whether that is sure', async () => {
    await store('one', ['The regulations of harbours.', 'A root.'])
    const corrections = (query: string) => {
      const request = { query, filter: {}, minSimilarity: 0, limit: 10, typing: false }
      return desk.searcher.search(request).corrections
    }
    expect(corrections('Which Regulatoins?')).toEqual([
      { word: 'Regulatoins', instead: ['regulations'], sure: true },
    ])
    expect(corrections('roor')).toEqual([{ word: 'roor', instead: ['root'], sure: false }])
    expect(corrections('harbour regulation xylophone')).toEqual([])
  })

  it('that are made of others stand for these where the library lacks them, in languages that write so', async () => {
    const german = 'Die Wartung der Heizung und die Abrechnung der Betriebskosten sind in der Anlage.'
    await store('Anlage', [german, 'Festgesetzt ist eine Erstattung von 424 Euro, und mehr ist es nicht.'])
    await store('English', ['The ring of the harbour.'])
    const found = (query: string) => {
      const request = { query, filter: {}, minSimilarity: 0, limit: 10, typing: false }
      const { results, corrections } = desk.searcher.search(request)
      return { ids: results.map(({ chunk_id }) => chunk_id), corrections }
    }
    expect(found('Heizungswartung')).toEqual({
      ids: ['Anlage#0'],
      corrections: [
        {
          ...{ word: 'Heizungswartung', instead: ['wartung', 'heizung'] },
          ...{ sure: true, parts: ['heizung', 'wartung'] },
        },
      ],
    })
    expect(found('Betriebskostenabrechnung').ids).toEqual(['Anlage#0'])
    expect(found('Wie hoch ist die Steuererstattung?')).toEqual({
      ids: ['Anlage#1'],
      corrections: [
        { word: 'Steuererstattung', instead: ['erstattung'], sure: false, parts: ['erstattung'] },
      ],
    })
    // Its end is a short word that ends others by chance, and small words are no parts.
    expect(found('Hering').ids).toEqual([])
    expect(found('Undsinder').ids).toEqual([])
  })

  it('that ask are small ones in German too, and are taken for no others', async () => {
    await store('router', ['Das Kabel ist in der Buchse WAN, und die ist gelb.'])
    await store('letter', ['Der Elternabend ist am 24. März, und er ist im Saal.'])
    expect(ids('Wann ist der Elternabend?')).toEqual(['letter#0'])
    expect(ids('Wem sagt wer etwas von der Buchse?')).toEqual(['router#0'])
  })

  it('that are made of common ones are found as these are', async () => {
    await store('Anlage', ['Die Abrechnung der Heizung ist da, und die ist nicht in der Anlage.'])
    expect(ids('Heizungsabrechnung')).toEqual(['Anlage#0'])
    await store('Andere', ['Die Heizung ist alt.', 'Der Hof ist neu, und das ist gut.'])
    expect(ids('Heizungsabrechnung')[0]).toBe('Anlage#0')
  })

  it('are not taken apart where their ends are words by chance', async () => {
    await store('Befund', ['Die Lunge ist frei, und die Niere ist es auch. Der Puls ist rege.'])
    for (const word of ['Bestellungen', 'Einstellungen', 'Abteilungen', 'telefonieren', 'Regelung'])
      expect(ids(word), word).toEqual([])
  })

  it('of languages that write words apart are not taken apart, be there a letter in another', async () => {
    await store('one', ['The foot of the hill, and what it is for.', 'A print of the hill that was there.'])
    for (let number = 0; number < 20; number++)
      await store(`rest ${number}`, ['The rational nation of the hill, and what it is for.'])
    await store('Brief', ['Das ist ein Brief, und der ist nicht lang.'])
    for (const word of ['footprint', 'registration', 'destination', 'footprint of it'])
      expect(ids(word), word).toEqual([])
  })

  it('are to be marked without small ones, misspelt ones as they are found', async () => {
    await store('one', ['The regulations of the harbour and what they are for.'])
    const marked = (query: string) =>
      desk.searcher.search({ query, filter: {}, minSimilarity: 0, limit: 10, typing: false }).marked
    expect(marked('What are the regulatoins for?')).toEqual(['regulations'])
    expect(marked('What are the Regulations of the port')).toEqual(['Regulations', 'port'])
    expect(marked('harbour -boat')).toEqual(['harbour'])
  })

  it('tell the more, the rarer they are', async () => {
    await store('one', ['harbour tide', 'harbour', 'harbour'])
    const request = {
      query: 'the harbour tide sluice',
      filter: {},
      minSimilarity: 0,
      limit: 1,
      typing: false,
    }
    const { asked } = desk.searcher.search(request)
    expect(asked.map(({ word }) => word)).toEqual(['harbour', 'tide', 'sluice'])
    const [harbour = 0, tide = 0, sluice = 0] = asked.map(({ rarity }) => rarity)
    expect(tide).toBeGreaterThan(harbour)
    expect(sluice).toBeGreaterThan(tide)
  })
})
