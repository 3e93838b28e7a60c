import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { FilePorts } from '../../src/ports/files.ts';
import { readForm } from '../../src/server/files/form-adapter.ts';
import { createLocalFiles } from '../../src/server/files/open-files-adapter.ts';
import { nodeMedia } from '../../src/server/files/media-adapter.ts';
import type { Fields } from './fields.ts';
import { pngChunk } from './media-bytes.ts';
import { temporaryFolder } from './server.ts';
import type { Envelope, Person, World } from './world.ts';

/** A generated file, so that the test shows its content. */
export interface TestFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type?: string;
}

export async function localUploads(folder = join(temporaryFolder(), 'files')): Promise<FilePorts> {
  return { files: await createLocalFiles(folder), media: nodeMedia, readForm };
}

const bytesOf = (data: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(data);

export async function png(width: number, height: number, red = 200): Promise<TestFile> {
  const image = sharp({ create: { width, height, channels: 3, background: { r: red, g: 80, b: 40 } } });
  return { name: 'photo.png', bytes: bytesOf(await image.png().toBuffer()), type: 'image/png' };
}

/** A black picture with one bit for each point: millions of points are packed in a moment. */
export function blackPng(width: number, height: number): TestFile {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(1, 8);
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height);
  const parts = [
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ];
  const bytes = bytesOf(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]));
  return { name: 'photo.png', bytes, type: 'image/png' };
}

export const textFile = (name: string, text: string): TestFile => ({
  name,
  bytes: bytesOf(new TextEncoder().encode(text)),
});

/** Uncompressed silence of this length. */
export function wav(seconds: number): TestFile {
  const rate = 8_000;
  const data = Buffer.alloc(44 + seconds * rate);
  data.write('RIFF', 0);
  data.writeUInt32LE(36 + seconds * rate, 4);
  data.write('WAVEfmt ', 8);
  data.writeUInt32LE(16, 16);
  data.writeUInt16LE(1, 20);
  data.writeUInt16LE(1, 22);
  data.writeUInt32LE(rate, 24);
  data.writeUInt32LE(rate, 28);
  data.writeUInt16LE(1, 32);
  data.writeUInt16LE(8, 34);
  data.write('data', 36);
  data.writeUInt32LE(seconds * rate, 40);
  data.fill(128, 44);
  return { name: 'voice.wav', bytes: bytesOf(data) };
}

const element = (id: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = Buffer.alloc(8);
  size.writeUIntBE(body.length, 2, 6);
  size[0] = 0x01;
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
};
const number = (value: number): Buffer => {
  const data = Buffer.alloc(4);
  data.writeUInt32BE(value);
  return data;
};

/** A container as browsers record it. Only the times of its blocks give its length. */
export function webm(seconds: number, video: boolean): TestFile {
  const track = element(
    'ae',
    element('d7', number(1)),
    element('73c5', number(1)),
    element('83', number(video ? 1 : 2)),
    element('86', Buffer.from(video ? 'V_VP8' : 'A_OPUS')),
    video
      ? element('e0', element('b0', number(320)), element('ba', number(240)))
      : element('e1', element('b5', Buffer.from([0x47, 0x3b, 0x80, 0x00])), element('9f', number(1))),
  );
  const blocks = Array.from({ length: seconds + 1 }, (_, second) =>
    element(
      '1f43b675',
      element('e7', number(second * 1_000)),
      element('a3', Buffer.from([0x81, 0, 0, 0x80, 1, 2, 3])),
    ),
  );
  const head = element(
    '1a45dfa3',
    element('4286', number(1)),
    element('42f7', number(1)),
    element('42f2', number(4)),
    element('42f3', number(8)),
    element('4282', Buffer.from('webm')),
    element('4287', number(4)),
    element('4285', number(2)),
  );
  const info = element(
    '1549a966',
    element('2ad7b1', number(1_000_000)),
    element('4d80', Buffer.from('test')),
    element('5741', Buffer.from('test')),
  );
  // A segment of unknown length.
  const segment = Buffer.concat([
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    info,
    element('1654ae6b', track),
    ...blocks,
  ]);
  return { name: video ? 'clip.webm' : 'voice.webm', bytes: bytesOf(Buffer.concat([head, segment])) };
}

/** Check sum of a page (polynomial 04c11db7, nothing reflected). */
function checkSum(data: Buffer): number {
  let sum = 0;
  for (const byte of data) {
    sum = (sum ^ (byte << 24)) >>> 0;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1) >>> 0;
  }
  return sum;
}

/** One page with one packet; `granule` is the number of samples up to its end, at 48 kHz. */
function page(at: number, kind: number, granule: number, packet: Buffer): Buffer {
  const head = Buffer.alloc(28);
  head.write('OggS', 0);
  head[5] = kind;
  head.writeBigUInt64LE(BigInt(granule), 6);
  head.writeUInt32LE(7, 14);
  head.writeUInt32LE(at, 18);
  head[26] = 1;
  head[27] = packet.length;
  const whole = Buffer.concat([head, packet]);
  whole.writeUInt32LE(checkSum(whole), 22);
  return whole;
}

/** A recording of other browsers: silence, one page for each second. `cut` leaves out the last page. */
export function ogg(seconds: number, { cut = false } = {}): TestFile {
  const head = Buffer.alloc(19);
  head.write('OpusHead', 0);
  head.set([1, 1], 8);
  head.writeUInt16LE(312, 10);
  head.writeUInt32LE(48_000, 12);
  const tags = Buffer.concat([
    Buffer.from('OpusTags'),
    Buffer.from([4, 0, 0, 0]),
    Buffer.from('test'),
    Buffer.alloc(4),
  ]);
  const sound = Array.from({ length: seconds }, (_, i) =>
    page(i + 2, !cut && i === seconds - 1 ? 4 : 0, 312 + (i + 1) * 48_000, Buffer.from([0xfc, 0xff, 0xfe])),
  );
  return {
    name: 'voice.ogg',
    bytes: bytesOf(Buffer.concat([page(0, 2, 0, head), page(1, 0, 0, tags), ...sound])),
  };
}

const u32 = (value: number): Buffer => number(value);
const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type), body]);
};
const zeros = (bytes: number): Buffer => Buffer.alloc(bytes);

export interface Mp4 {
  readonly video: boolean;
  /** A recorded file: the header has no length, the fragments have it. */
  readonly fragments?: boolean;
  /** Held upright while recording. */
  readonly turned?: boolean;
}

/** A file of phones and newer recorders, without visible or audible content. */
export function mp4(seconds: number, { video, fragments = false, turned = false }: Mp4): TestFile {
  const units = fragments ? 0 : seconds * 1_000;
  const matrix = Buffer.concat(turned ? [u32(0), u32(0x10000), zeros(28)] : [u32(0x10000), zeros(32)]);
  const tkhd = box(
    'tkhd',
    zeros(12),
    u32(1),
    zeros(4),
    u32(units),
    zeros(16),
    matrix,
    u32((video ? 320 : 0) * 65_536),
    u32((video ? 240 : 0) * 65_536),
  );
  const mdhd = box('mdhd', zeros(12), u32(1_000), u32(units), u16(0x55c4), u16(0));
  const entry = video
    ? box('avc1', zeros(6), u16(1), zeros(16), u16(320), u16(240), zeros(50))
    : box('mp4a', zeros(6), u16(1), zeros(8), u16(1), u16(16), zeros(4), u32(8_000 * 65_536));
  const counted = fragments ? 0 : seconds;
  const tables = box(
    'stbl',
    box('stsd', zeros(4), u32(1), entry),
    box('stts', zeros(4), u32(1), u32(counted), u32(1_000)),
    box('stsc', zeros(4), u32(1), u32(1), u32(1), u32(1)),
    box('stsz', zeros(4), u32(1), u32(counted)),
    box('stco', zeros(4), u32(1), u32(64)),
  );
  const media = box(
    'mdia',
    mdhd,
    box('hdlr', zeros(8), Buffer.from(video ? 'vide' : 'soun'), zeros(14)),
    box('minf', video ? box('vmhd', zeros(12)) : box('smhd', zeros(8)), tables),
  );
  const moov = box(
    'moov',
    box('mvhd', zeros(12), u32(1_000), u32(units), zeros(80)),
    box('trak', tkhd, media),
  );
  const moofs = Array.from({ length: fragments ? seconds : 0 }, (_, i) =>
    Buffer.concat([
      box(
        'moof',
        box(
          'traf',
          box('tfhd', u32(8), u32(1), u32(100)),
          box('tfdt', zeros(4), u32(i * 1_000)),
          box('trun', zeros(4), u32(10)),
        ),
      ),
      box('mdat', zeros(8)),
    ]),
  );
  return {
    name: video ? 'clip.mp4' : 'voice.m4a',
    bytes: bytesOf(
      Buffer.concat([
        box('ftyp', Buffer.from('isom'), zeros(4), Buffer.from('isom')),
        moov,
        ...moofs,
        box('mdat', zeros(64)),
      ]),
    ),
  };
}

let made = 0;
/** A message body for `uploadFile`. */
export const fileMessage = (to: string | number, type = 'file', more: object = {}): object => ({
  id: `file-${(made += 1)}`,
  toContactId: to,
  is_group: 0,
  type,
  content: '',
  ...more,
});

export interface Upload {
  readonly file: TestFile | null;
  readonly fields?: Readonly<Record<string, string>>;
  readonly path?: string;
}

/** One upload of the contract. */
export async function upload(
  world: World,
  who: Person | null,
  { file, fields = {}, path = '/common/upload/uploadFile' }: Upload,
): Promise<Envelope<Fields>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file) form.append('file', new Blob([file.bytes], { type: file.type ?? '' }), file.name);
  const answer = await world.raw(path, {
    method: 'POST',
    body: form,
    headers: { ...(who ? { authorization: who.token } : {}), 'accept-language': 'en' },
  });
  if (answer.status !== 200)
    throw new Error(`${path}: HTTP ${answer.status} ${JSON.stringify(world.log.at(-1))}`);
  const envelope = (await answer.json()) as Envelope<Fields>;
  await world.settle();
  return envelope;
}

/** Sends a file and answers the message. */
export async function sendFile(
  world: World,
  who: Person,
  to: string | number,
  file: TestFile,
  type = 'file',
  more: object = {},
): Promise<Fields> {
  const { code, msg, data } = await upload(world, who, {
    file,
    fields: { message: JSON.stringify(fileMessage(to, type, more)) },
  });
  if (code !== 0) throw new Error(`${code} ${msg}`);
  return data;
}

export async function fetched(
  world: World,
  address: string | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly headers: Headers; readonly bytes: Buffer }> {
  const answer = await world.raw(address ?? '/nowhere', { headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}
