import { formatBytes } from '../format-bytes'
import { counted, inQuotes } from './english'

const reasons: Readonly<Record<string, string>> = {
  refused: 'nothing answers there',
  unknown_name: 'there is no such host',
  no_look_up: 'its name could not be looked up; there may be no network',
  cut: 'the connection was cut',
  unreachable: 'the machine can’t be reached; there may be no network',
}

interface Host {
  readonly host: string
}

/** What is said about pages of the web. */
export const webSentences = {
  'web.no_address': () => 'This is not a web address. One looks like https://example.org/page.',
  'web.no_host': ({ text }: { text: string }) =>
    `${inQuotes(text)} is not a host. One looks like wiki.home or wiki.home:8080.`,
  'web.too_long': () => 'This address is too long to be one of a page.',
  'web.other_scheme': () => 'Only addresses that begin with https:// or http:// can be fetched.',
  'web.with_password': () =>
    'This address has a user name or a password in it. Countersign never sends them; leave them out.',
  'web.port': ({ port }: { port: number }) => `Port ${port} is not one of web pages, so it is not asked.`,
  'web.nearby': ({ host }: Host) =>
    `${host} leads to this computer or into your own network, and pages from there are not fetched. If you want that, name it under Settings › Web pages.`,
  'web.certificate': ({ host }: Host) =>
    `${host} could not prove that it is ${host} (its certificate is not valid), so nothing was fetched.`,
  'web.unencrypted': ({ host }: Host) =>
    `${host} has no encrypted connection (https), so nothing was fetched. If you trust the way there, write http:// before the address.`,
  'web.not_found': ({ host }: Host) => `${host} has no page at this address.`,
  'web.not_allowed': ({ host, status }: Host & { status: number }) =>
    `${host} does not show this page without signing in (${status}).`,
  'web.too_often': ({ host }: Host) => `${host} was asked too often. Try again later.`,
  'web.empty': ({ host }: Host) => `${host} answered with an empty page.`,
  'web.failed': ({ host, status }: Host & { status: number }) =>
    `${host} could not deliver the page (${status}).`,
  'web.redirects': ({ host }: Host) => `${host} passes the request on without an end.`,
  'web.leads_nowhere': ({ host }: Host) =>
    `${host} passes the request on to something that is not a web page.`,
  'web.other_host': ({ host, to }: Host & { to: string }) =>
    `${host} passes the request on to ${to}, which nobody has approved. Nothing was sent there. Ask for an address at ${to} itself if it is wanted.`,
  'web.too_large': ({ host, limit }: Host & { limit: number }) =>
    `What ${host} sends is larger than ${formatBytes(limit)}, so it was not taken.`,
  'web.header_too_large': ({ host }: Host) => `${host} sent an answer that is not one of a usual web server.`,
  'web.no_web_server': ({ host }: Host) => `What answers at ${host} is not a web server.`,
  'web.broken_content': ({ host }: Host) => `What ${host} sent is damaged.`,
  'web.too_slow': ({ host }: Host) => `${host} took too long to answer.`,
  'web.unreachable': ({ host, reason }: Host & { reason: string }) =>
    `${host} can’t be reached: ${reasons[reason] ?? reason}.`,
  'web.not_a_page': ({ host }: Host) =>
    `What ${host} sent is neither a page nor a document that the library reads.`,
  'web.stopped': () => 'Stopped before it was fetched.',
  'web.robots': ({ host }: Host) =>
    `${host} asks programs not to read this page (robots.txt). It can still be added by itself, as one page.`,
  'web.robots_unknown': ({ host }: Host) =>
    `${host} could not say which pages programs may read (robots.txt), so its pages were not read. One page can still be added by itself.`,
  'web.no_browser': ({ program, why }: { program: string; why: string }) =>
    `The browser that is to run the scripts of web pages could not be started (${program}: ${why}). Pages that their scripts make are taken as they come.`,
  'web.no_browser_here': () =>
    'This page is made by its scripts. They are run by the Countersign application, or where COUNTERSIGN_CHROMIUM names a Chromium or Chrome on this computer; it was taken as it came.',
  'web.scripts_off': () =>
    'This page is made by its scripts, and these are not run because that is switched off under Settings › Web pages. It was taken as it came.',
  'web.scripts_not_approved': () =>
    'This page is made by its scripts, and running them was no part of what was approved. It was taken as it came; fetch it again to have them run.',
  'web.page_endless': ({ host }: Host) =>
    `The scripts of this page of ${host} come to no end, so it was taken as it came.`,
  'web.page_crashed': ({ host }: Host) =>
    `This page of ${host} made the browser that ran its scripts fail, so it was taken as it came.`,
  'web.page_too_large': ({ host }: Host) =>
    `What the scripts of this page of ${host} make is too large, so it was taken as it came.`,
  'web.add_page': ({ url, host, collection }: { url: string; host: string; collection: string }) =>
    `Fetch the page ${inQuotes(url)} from ${host} and add it to the collection ${inQuotes(collection)}.`,
  'web.add_pages': ({
    url,
    host,
    pages,
    collection,
  }: {
    url: string
    host: string
    pages: number
    collection: string
  }) =>
    `Fetch ${inQuotes(url)} and pages of ${host} that it leads to, at most ${counted(pages, 'page')}, and add them to the collection ${inQuotes(collection)}.`,
}
