/**
 * Addresses not reachable over the open network: own machine, own network, links, tests, multicast and
 * reserved.
 */
const CLOSED_4: readonly (readonly [first: number, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
].map(([text, bits]) => [number4(String(text)) ?? 0, Number(bits)]);

function number4(text: string): number | null {
  const parts = text.split('.');
  if (parts.length !== 4 || parts.some((part) => !/^\d{1,3}$/.test(part) || Number(part) > 255)) return null;
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}

const isOpen4 = (value: number): boolean =>
  CLOSED_4.every(
    ([first, bits]) => Math.floor(value / 2 ** (32 - bits)) !== Math.floor(first / 2 ** (32 - bits)),
  );

/** Eight groups of an IPv6 address; null if it is invalid. */
function groups6(text: string): readonly number[] | null {
  const [bare = ''] = text.split('%');
  const tail4 = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(bare);
  const last = tail4 ? number4(tail4[2] ?? '') : null;
  if (tail4 && last === null) return null;
  const plain =
    tail4 && last !== null
      ? `${tail4[1] ?? ''}${Math.floor(last / 65_536).toString(16)}:${(last % 65_536).toString(16)}`
      : bare;
  const halves = plain.split('::');
  if (halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  const all = [...head, ...Array.from({ length: halves.length === 1 ? 0 : missing }, () => '0'), ...tail];
  return all.every((group) => /^[\da-f]{1,4}$/i.test(group))
    ? all.map((group) => Number.parseInt(group, 16))
    : null;
}

/** Only the globally routed part, without addresses that wrap an IPv4 one. */
function isOpen6(groups: readonly number[]): boolean {
  const [a = 0, b = 0] = groups;
  if (a < 0x2000 || a > 0x3fff) return false;
  if (a === 0x2002) return false;
  return !(a === 0x2001 && (b < 0x0200 || b === 0x0db8));
}

/** True for a public address; false for all others, including invalid ones. */
export function isPublicAddress(text: string): boolean {
  const four = number4(text);
  if (four !== null) return isOpen4(four);
  const six = groups6(text);
  return six !== null && isOpen6(six);
}
