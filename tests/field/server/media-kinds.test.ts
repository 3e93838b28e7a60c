import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { box } from '../../support/media-bytes.ts';
import { setUpWorld } from '../../support/set-up-world.ts';
import { fetched, fileMessage, type TestFile, upload, wav } from '../../support/uploads.ts';

const { world, anna, bela } = setUpWorld(['anna', 'bela'], { friends: 'all', files: true });

const file = (name: string, bytes: Uint8Array): TestFile => ({ name, bytes: new Uint8Array(bytes) });
const send = (given: TestFile, type: string) =>
  upload(world, anna, { file: given, fields: { message: JSON.stringify(fileMessage(bela.id, type)) } });

/** A table of a spreadsheet, in the form in which its program saves it for other programs. */
function utf16(text: string, big = false): Buffer {
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  return big ? bytes.swap16() : bytes;
}
const LINES = Array.from({ length: 300 }, (_, i) => `${i},Größe ${i},价格`).join('\r\n');

const TEXTS: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['utf16.csv', utf16(`id,name\r\n${LINES}`)],
  ['big.csv', utf16(`id,name\r\n${LINES}`, true)],
  ...Array.from('aiqzAZ(-ÿé价', (first) => [`${first}.txt`, utf16(first + LINES)] as const),
  ...[
    'RIFF1234WAVEfmt is how a wave begins. ',
    'RIFF1234WEBPVP8 is how a picture begins. ',
    'fLaC is the mark of a format. ',
    'FORM1234AIFFCOMM is older. ',
    'wvpk is how a pack begins. ',
    'OggS is a container. ',
    'ID3 is easy to detect. ',
    '.snd file extension. ',
    'BMP File Format. ',
    'GIF89a File Format. ',
  ].map((text) => [`${text.slice(0, 4)}.txt`, Buffer.from(text.repeat(60))] as const),
];

describe('a text that begins like a picture or sound', () => {
  it.each(TEXTS)('UP-SRV-3: is a file, however it is sent (%s)', async (name, bytes) => {
    for (const type of ['file', 'image', 'video']) {
      const { data } = await send(file(name, bytes), type);
      expect(data).toMatchObject({ type: 'file', preview: '' });
      const { headers, bytes: got } = await fetched(world, data['content']);
      expect(headers.get('content-type')).toBe('application/octet-stream');
      expect(got.equals(bytes)).toBe(true);
    }
    expect(await send(file(name, bytes), 'voice')).toMatchObject({ code: 401 });
  });

  it('UP-SRV-3: a sound that begins as one, without a frame or length, is a file', async () => {
    const { bytes } = wav(1);
    for (const cut of [
      bytes.slice(0, 12),
      bytes.slice(0, 44),
      Buffer.from('fLaC\0\0\0\x22'.padEnd(60, '\0')),
    ])
      expect((await send(file('a.wav', cut), 'file')).data).toMatchObject({ type: 'file', preview: '' });
    expect((await send(file('a.wav', bytes), 'voice')).data).toMatchObject({ extends: { duration: 1 } });
  });
});

/** A moving picture, as encoders of videos write it: without a still picture beside it. */
function movingAvif(width: number, height: number): Buffer {
  const head = Buffer.alloc(84);
  head.writeUInt32BE(7);
  head.writeUInt32BE(1, 12);
  head.writeUInt32BE(0x10000, 40);
  head.writeUInt32BE(width * 0x10000, 76);
  head.writeUInt32BE(height * 0x10000, 80);
  const track = box('trak', box('tkhd', head), box('udta', box('name', Buffer.from('Secret'))));
  return Buffer.concat([
    box('ftyp', Buffer.from('avis'), Buffer.alloc(4), Buffer.from('avifavismsf1')),
    box('meta', Buffer.alloc(4), box('hdlr', Buffer.alloc(8), Buffer.from('pict'), Buffer.alloc(13))),
    box('moov', box('mvhd', Buffer.alloc(100)), track, box('udta', box('meta', Buffer.from('Secret place')))),
    box('mdat', Buffer.alloc(64)),
  ]);
}

it('UP-SRV-4, UP-SRV-11: a moving picture of the newer kind is a picture, without its notes', async () => {
  const bytes = movingAvif(2_600, 1_950);
  const { data } = await send(file('a.avif', bytes), 'image');
  expect(data).toMatchObject({ type: 'image', extends: { width: 2_600, height: 1_950 } });
  const got = await fetched(world, data['content']);
  expect(got.headers.get('content-type')).toBe('image/avif');
  expect(got.bytes).toHaveLength(bytes.byteLength);
  expect(got.bytes.toString('latin1')).not.toContain('Secret');
  const { data: other } = await upload(world, anna, { file: file('b.avif', movingAvif(40, 30)) });
  await world.ok(anna, 'moments/add', { file_ids: [other['file_id']] });
  expect(await send(file('c.avif', movingAvif(9_000, 9_000)), 'image')).toMatchObject({ code: 401 });
});

it('UP-SRV-4: a still picture of that kind has its size as before', async () => {
  const bytes = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#147a5a' } })
    .avif()
    .toBuffer();
  expect((await send(file('a.avif', bytes), 'image')).data).toMatchObject({
    type: 'image',
    extends: { width: 40, height: 20 },
  });
});

/** Bars of these colours on a clear ground. */
const drawPicture = (colours: readonly string[]): Promise<Buffer> =>
  sharp({ create: { width: 90, height: 90, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite(
      colours.map((background, i) => ({
        input: { create: { width: 20, height: 40, channels: 3 as const, background } },
        left: 10 + i * 40,
        top: 20,
      })),
    )
    .png()
    .toBuffer();

describe('a transparent avatar', () => {
  it.each([
    ['light', ['#000000'], [255, 255, 255]],
    ['dark', ['#ffffff'], [13, 18, 16]],
    ['between', ['#000000', '#ffffff'], [117, 117, 117]],
  ] as const)('MEDIA-18, UP-SRV-9: becomes opaque, on a ground that is %s', async (_, colours, ground) => {
    const response = file('a.png', await drawPicture(colours));
    const { data } = await upload(world, anna, { path: '/common/upload/uploadAvatar', file: response });
    const { bytes } = await fetched(world, data as unknown as string);
    const { data: points, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect(info.channels).toBe(3);
    for (const [i, value] of ground.entries()) expect(Math.abs((points[i] ?? -99) - value)).toBeLessThan(9);
  });
});

it('EMOJI-2, UP-SRV-9: an own emoji stays animated, an avatar shows the first frame', async () => {
  const gif = await sharp({
    create: { width: 30, height: 60, channels: 3, background: '#147a5a', pageHeight: 30 },
  })
    .gif()
    .toBuffer();
  const response = file('a.avif', movingAvif(64, 64));
  const path = '/common/upload/uploadEmoji';
  const { data } = await upload(world, anna, { path, file: response });
  expect((await fetched(world, data as unknown as string)).headers.get('content-type')).toBe('image/avif');
  await upload(world, anna, { path: '/common/upload/uploadAvatar', file: file('a.gif', gif) });
  const avatar = (await world.contact(bela, anna.id))?.avatar;
  expect((await sharp((await fetched(world, avatar)).bytes).metadata()).pages ?? 1).toBe(1);
});
