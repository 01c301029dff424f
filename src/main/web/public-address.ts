import ipaddr from 'ipaddr.js'

/** What an address on the network is: of the internet, of a network nearby, or of none that may be asked. */
export type AddressKind = 'public' | 'nearby' | 'forbidden'

const nearby: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'linkLocal',
  'carrierGradeNat',
  'uniqueLocal',
])

/** Where clouds tell a machine its own credentials; of these some look like any other address. */
const metadata: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
])

/** The part of IPv6 that is handed out; all else is for other purposes (RFC 4291, 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Judges an address as a number, however it is spelled; forms that wrap another address are never asked. */
export function kindOfAddress(address: string): AddressKind {
  if (!ipaddr.isValid(address)) return 'forbidden'
  const parsed = ipaddr.parse(address)
  // By its number alone: behind which of this machine's networks it is (RFC 4007, 11) makes it no other address.
  const [number = ''] = parsed.toString().split('%')
  if (metadata.has(number)) return 'forbidden'
  const range = parsed.range()
  if (nearby.has(range)) return 'nearby'
  if (range !== 'unicast') return 'forbidden'
  if (parsed instanceof ipaddr.IPv6 && (!parsed.match(globalUnicast) || isIsatap(parsed))) return 'forbidden'
  return 'public'
}

/** Whether its second half wraps an IPv4 address, below any first half (RFC 5214, 6.1). */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe
}

/** Whether two spellings are one address; a socket tells an IPv4 address in its IPv6 form. */
export function isSameAddress(one: string, other: string): boolean {
  if (!ipaddr.isValid(one) || !ipaddr.isValid(other)) return false
  return ipaddr.process(one).toString() === ipaddr.process(other).toString()
}
