import { count, formatNumber } from './language'

/** The texts about pages of the web in English. */
export const webEn = {
  add: 'Add web page…',
  title: 'Add a web page',
  address: 'Address',
  addressError: 'This is no address of the web. One looks like https://example.org/page.',
  addressHint: 'A page, or a PDF or another document on the web',
  scope: 'What to fetch',
  single: 'This page',
  crawl: 'Pages of this site',
  crawlText:
    'Follows the links of the page to others of the same site, as far as the site allows programs to, about one a second.',
  most: 'At most how many pages',
  mostError: (limit: number) => `Enter a number from 1 to ${formatNumber(limit)}.`,
  collection: 'Collection',
  fetch: 'Fetch',
  fetching: (host: string) => `Fetching from ${host}`,
  fetchingPages: (done: number, total: number) =>
    `Fetching: ${formatNumber(done)} of at most ${count(total, 'page', 'pages')}`,
  unchanged: (n: number) =>
    n === 1 ? 'The page is in the library already, unchanged' : `${formatNumber(n)} pages unchanged`,
  stopped: 'Stopped. What had been fetched is kept.',
  pagesSkipped: (n: number) => `${count(n, 'page was', 'pages were')} not taken`,
  pagesUnrun: (n: number) => (n === 1 ? '1 page shows little' : `${formatNumber(n)} pages show little`),
  from: 'From the web',
  openPage: 'Open the page',
  again: 'Fetch again',
  settings: 'Web pages',
  settingsText:
    'Pages are fetched from the public internet alone. Name hosts here if pages of your own network may be fetched too, for example a wiki at home. Everything on a host that you name can then be asked for, after your approval.',
  none: 'No host of your own network is named.',
  host: 'Host, with its port if it has one',
  hostPlaceholder: 'wiki.home:8080',
  addHost: 'Add',
  removeHost: 'Remove',
  removeHostOf: (host: string) => `Remove ${host}`,
  scripts: 'Open pages that their scripts make',
  scriptsText:
    'Some pages show nothing until their scripts have run. Such a page is opened in a browser that has none of your logins and no way to the network but through Countersign, and is taken as it shows itself. Its scripts may load from other hosts on the internet, never from your own network.',
  noBrowser:
    'Pages that show nothing until their scripts have run are taken as they come: there is no browser for them here. To have them opened, start Countersign with COUNTERSIGN_CHROMIUM set to the path of a Chromium or Chrome on this computer.',
}
