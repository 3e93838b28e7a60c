/** SHA-256 at once, for a page: the platform's own only answers later, and the server core asks at once. */
const K = constants();

/** First 32 bits of the fractions of the cube roots of the first 64 primes, by their definition. */
function constants(): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n += 1) {
    let prime = true;
    for (let by = 2; by * by <= n; by += 1) if (n % by === 0) prime = false;
    if (prime) primes.push((Math.cbrt(n) % 1) * 0x1_0000_0000);
  }
  return Uint32Array.from(primes);
}

const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const;
const rotate = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

export function sha256(bytes: Uint8Array): Uint8Array {
  const length = (bytes.length + 72) & ~63;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 0x2000_0000));
  view.setUint32(length - 4, bytes.length << 3);
  const hash = Uint32Array.from(START);
  const w = new Uint32Array(64);
  for (let at = 0; at < length; at += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(at + i * 4);
    round(hash, w);
  }
  const out = new DataView(new ArrayBuffer(32));
  for (const [i, word] of hash.entries()) out.setUint32(i * 4, word);
  return new Uint8Array(out.buffer);
}

function round(hash: Uint32Array, w: Uint32Array): void {
  const word = (i: number): number => w[i] ?? 0;
  for (let i = 16; i < 64; i += 1) {
    const [x, y] = [word(i - 15), word(i - 2)];
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    w[i] = word(i - 16) + s0 + word(i - 7) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let i = 0; i < 64; i += 1) {
    const up =
      (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + word(i)) | 0;
    const down = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + up) | 0;
    d = c;
    c = b;
    b = a;
    a = (up + down) | 0;
  }
  for (const [i, more] of [a, b, c, d, e, f, g, h].entries()) hash[i] = (hash[i] ?? 0) + more;
}

/** HMAC with SHA-256. */
export function hmac(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(
    concatenate(
      block.map((byte) => byte ^ 0x36),
      bytes,
    ),
  );
  return sha256(
    concatenate(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

function concatenate(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
