import type { Ids, Random } from '../../ports/random.ts';

/** Only `getRandomValues`: `randomUUID` and `subtle` are missing on plain http in a local network. */
const bytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

const hexOf = (from: Uint8Array): string => Array.from(from, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const systemRandom: Random = {
  next: () => {
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
    return ((high >>> 5) * 67_108_864 + (low >>> 6)) / 9_007_199_254_740_992;
  },
};

export const systemIds: Ids = {
  uuid: () => {
    const raw = bytes(16);
    raw[6] = ((raw[6] ?? 0) & 0x0f) | 0x40;
    raw[8] = ((raw[8] ?? 0) & 0x3f) | 0x80;
    const hex = hexOf(raw);
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  },
  hex: (count) => hexOf(bytes(count)),
};
