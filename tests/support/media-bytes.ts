import { crc32 } from 'node:zlib';

/** Bytes of pictures and recordings as cameras and programs write them, with words that must not go on. */
export const PLACE = '+52.5200+013.4050/';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const be16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const be32 = (value: number): Buffer => {
  const data = Buffer.alloc(4);
  data.writeUInt32BE(value);
  return data;
};

/** A segment of a photograph, after its first two bytes. */
export const inJpeg = (jpeg: Buffer, kind: number, body: string | Buffer): Buffer => {
  const data = typeof body === 'string' ? latin(body) : body;
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, kind]),
    be16(data.length + 2),
    data,
    jpeg.subarray(2),
  ]);
};

export const pngChunk = (type: string, body: Buffer): Buffer => {
  const nameChange = Buffer.concat([latin(type), body]);
  return Buffer.concat([be32(body.length), nameChange, be32(crc32(nameChange))]);
};

/** A chunk behind the head of a PNG. */
export const inPng = (png: Buffer, type: string, body: string): Buffer =>
  Buffer.concat([png.subarray(0, 33), pngChunk(type, latin(body)), png.subarray(33)]);

/** Extensions of a GIF before its first picture. */
export const inGif = (gif: Buffer, ...parts: readonly Buffer[]): Buffer => {
  const flags = gif[10] ?? 0;
  const at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  return Buffer.concat([gif.subarray(0, at), ...parts, gif.subarray(at)]);
};
export const gifComment = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x21, 0xfe, text.length]), latin(text), Buffer.from([0])]);
export const gifApplication = (name: string, body: string): Buffer =>
  Buffer.concat([
    Buffer.from([0x21, 0xff, 11]),
    latin(name),
    Buffer.from([body.length]),
    latin(body),
    Buffer.from([0]),
  ]);

const gifFrame = (code: string): Buffer =>
  Buffer.from(`21f90400050000002c0000000001000100000202${code}0100`, 'hex');

/** Two pictures of one point each, one after the other, again and again. */
export function movingGif(): Buffer {
  return Buffer.concat([
    latin('GIF89a'),
    Buffer.from('01000100800000ff000000ff00', 'hex'),
    gifApplication('NETSCAPE2.0', '\x01\0\0'),
    gifFrame('44'),
    gifFrame('4c'),
    Buffer.from([0x3b]),
  ]);
}

/** A compressed bitmap: its size is in its head, and nearly nothing behind it. */
export function bitmap(width: number, height: number): Buffer {
  const data = Buffer.alloc(54 + 1_024 + 2);
  data.write('BM', 0);
  data.writeUInt32LE(data.length, 2);
  data.writeUInt32LE(54 + 1_024, 10);
  data.writeUInt32LE(40, 14);
  data.writeInt32LE(width, 18);
  data.writeInt32LE(height, 22);
  data.writeUInt16LE(1, 26);
  data.writeUInt16LE(8, 28);
  data.writeUInt32LE(1, 30);
  data[data.length - 1] = 1;
  return data;
}

/** An icon whose directory gives the width 0, which means 256, regardless of its picture. */
export function icon(picture: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, picture]);
}

export const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([be32(body.length + 8), latin(type), body]);
};
const zeros = (bytes: number): Buffer => Buffer.alloc(bytes);

interface Track {
  readonly kind: 'vide' | 'soun';
  readonly codec: string;
  readonly samples: number;
  readonly seconds: number;
  readonly enabled?: boolean;
}

function trackBox(id: number, { kind, codec, samples, seconds, enabled = true }: Track): Buffer {
  const video = kind === 'vide';
  const flags = be32(enabled ? 7 : 6);
  const matrix = Buffer.concat([be32(0x10000), zeros(32)]);
  const [width, height] = video ? [be32(320 << 16), be32(240 << 16)] : [be32(0), be32(0)];
  const entry = video
    ? box(codec, zeros(6), be16(1), zeros(16), be16(320), be16(240), zeros(50))
    : box(codec, zeros(6), be16(1), zeros(8), be16(1), be16(16), zeros(4), be32(8_000 * 65_536));
  return box(
    'trak',
    box('tkhd', flags, zeros(8), be32(id), zeros(4), be32(0), zeros(16), matrix, width, height),
    box(
      'mdia',
      // Its length is not known: it is in the table of times alone.
      box('mdhd', zeros(12), be32(1_000), be32(0), be16(0x55c4), be16(0)),
      box('hdlr', zeros(8), latin(kind), zeros(14)),
      box(
        'minf',
        video ? box('vmhd', zeros(12)) : box('smhd', zeros(8)),
        box(
          'stbl',
          box('stsd', zeros(4), be32(1), entry),
          box('stts', zeros(4), be32(1), be32(samples), be32(Math.round((seconds * 1_000) / samples))),
          box('stsc', zeros(4), be32(1), be32(1), be32(1), be32(1)),
          box('stsz', zeros(4), be32(1), be32(samples)),
          box('stco', zeros(4), be32(1), be32(64)),
        ),
      ),
    ),
    box('udta', box('name', latin(`track ${PLACE}`))),
  );
}

/** A film of phones, with where it was made in each of the places that phones write it to. */
export function film(brand: string, tracks: readonly Track[]): Buffer {
  const moov = box(
    'moov',
    box('mvhd', zeros(12), be32(1_000), be32(0), zeros(80)),
    ...tracks.map((track, i) => trackBox(i + 1, track)),
    box(
      'meta',
      box('hdlr', zeros(8), latin('mdta'), zeros(14)),
      box('keys', zeros(4), be32(1), box('mdta', latin('com.apple.quicktime.location.ISO6709'))),
      box('ilst', box('\0\0\0\x01', box('data', be32(1), zeros(4), latin(PLACE)))),
    ),
    box(
      'udta',
      box('\xa9xyz', be16(PLACE.length), be16(0x15c7), latin(PLACE)),
      box('loci', zeros(4), be16(0x15c7), latin('Berlin\0'), zeros(13), latin(PLACE)),
    ),
  );
  return Buffer.concat([box('ftyp', latin(brand), zeros(4), latin(brand)), moov, box('mdat', zeros(64))]);
}

/** An element with its length in four bytes, which the first byte declares. */
const element = (id: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(id, 'hex'), be32(0x10000000 + body.length), body]);
};
/** Its length is not known: it ends where something begins that cannot be in it. */
const open = (id: string, ...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(id, 'hex'), Buffer.from('01ffffffffffffff', 'hex'), ...parts]);

const number = (value: number): Buffer => be32(value);

/** A recording in slices, as a recorder writes it. Its header therefore has no length. */
export function sliced(seconds: number, video: boolean): Buffer {
  const sound = open(
    'ae',
    small('d7', 1),
    small('83', 2),
    element('86', latin('A_OPUS')),
    open('e1', small('9f', 1)),
  );
  const picture = open(
    'ae',
    small('d7', 2),
    small('83', 1),
    element('86', latin('V_VP8')),
    open('e0', element('b0', number(640)), element('ba', number(360))),
  );
  const clusters = Array.from({ length: seconds + 1 }, (_, second) =>
    open(
      '1f43b675',
      element('e7', number(second * 1_000)),
      element('a3', Buffer.from([0x81, 0, 0, 0x80, 1, 2, 3])),
      ...(video ? [element('a3', Buffer.from([0x82, 0, 0, 0x80, 1, 2, 3]))] : []),
    ),
  );
  return Buffer.concat([
    element('1a45dfa3', element('4282', latin('webm')), small('4287', 4), small('4285', 2)),
    open(
      '18538067',
      open('1549a966', element('2ad7b1', number(1_000_000))),
      open('1654ae6b', sound, ...(video ? [picture] : [])),
      element('1254c367', element('7373', element('67c8', element('4487', latin(PLACE))))),
      ...clusters,
    ),
  ]);
}

const small = (id: string, value: number): Buffer => element(id, Buffer.from([value]));
