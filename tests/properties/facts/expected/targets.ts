/** A conversation's meaning, defined before its notation. */
export interface Conversation {
  readonly kind: 'person' | 'group' | 'favourites' | 'notice' | 'system';
  readonly number: number;
}

const NAME_CHANGE: Readonly<Record<string, string>> = {
  favourites: '-1',
  notice: 'admin_notice',
  system: 'system',
};

/** The notation its owner uses. */
export const writtenTarget = ({ kind, number }: Conversation): string =>
  NAME_CHANGE[kind] ?? (kind === 'group' ? `group-${number}` : String(number));

/** The stream in which it is; null: in none. */
export function streamOfTarget(self: number, { kind, number }: Conversation): string | null {
  if (kind === 'system') return null;
  if (kind === 'notice') return 'notice';
  if (kind === 'favourites') return `u${self}`;
  if (kind === 'group') return `group-${number}`;
  return [self, number].toSorted((a, b) => a - b).join('-');
}

/** Texts that do not name a conversation. */
export const NO_TARGETS = [
  '',
  '0',
  '01',
  '-2',
  '1.5',
  ' 7',
  '7 ',
  '7\n',
  '1234567890123456',
  '7-9',
  'x7',
  '7x',
  'group-',
  'group-0',
  'group-01',
  'group-7x',
  'xgroup-7',
  'Group-7',
  'group-1234567890123456',
  'System',
  'systems',
  'notice',
  'u7',
];

/** Texts that do not name a stream. */
export const NO_STREAMS = [
  '',
  '7',
  '7-',
  '-9',
  '7-0',
  '0-7',
  '07-9',
  '7-9-11',
  'x7-9',
  '7-9x',
  '7-1234567890123456',
  '1234567890123456-7',
  'group',
  'group-0',
  'group-7x',
  'xgroup-7',
  'group-1234567890123456',
  'u',
  'u0',
  'u07',
  'u7x',
  'xu7',
  'u1234567890123456',
  '9u7',
  ':7',
  '/7-9',
];

/** 48 bits of time and 74 random ones, between them version 7 and variant 2: one number of 128 bits. */
export function uuidOf(timeMs: number, random: string): string {
  const bits = (from: number, to: number): bigint => BigInt(`0x${random.slice(from, to)}`);
  const variant = 8n + (bits(0, 1) % 4n);
  const low = (variant << 60n) + (bits(4, 7) << 48n) + bits(7, 19);
  const high = (BigInt(timeMs) << 16n) + (7n << 12n) + bits(1, 4);
  const digits = ((high << 64n) + low).toString(16).padStart(32, '0');
  const parts: string[] = [];
  let at = 0;
  for (const length of [8, 4, 4, 4, 12]) {
    parts.push(digits.slice(at, at + length));
    at += length;
  }
  return parts.join('-');
}
