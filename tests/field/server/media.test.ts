import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  bitmap,
  box,
  film,
  gifApplication,
  gifComment,
  icon,
  inGif,
  inJpeg,
  inPng,
  movingGif,
  PLACE,
  sliced,
} from '../../support/media-bytes.ts';
import type { Fields } from '../../support/fields.ts';
import { fetched, fileMessage, upload, type TestFile } from '../../support/uploads.ts';
import { setUpWorld } from '../../support/set-up-world.ts';

const { world, anna, bela } = setUpWorld(['anna', 'bela'], { friends: 'all', files: true });

const file = (name: string, bytes: Uint8Array): TestFile => ({ name, bytes: new Uint8Array(bytes) });
const send = (given: TestFile, type: string, more: object = {}) =>
  upload(world, anna, { file: given, fields: { message: JSON.stringify(fileMessage(bela.id, type, more)) } });
const received = async ({ data }: { readonly data: Fields }): Promise<Buffer> => {
  const socketless = await world.rows(bela, 'im/getMessageList', { toContactId: anna.id, peek: 1 });
  const row = socketless.find((one) => one['id'] === data['id']);
  return (await fetched(world, String(row?.['content']))).bytes;
};

const EXIF = {
  IFD0: { Make: 'Secretmaker', Model: 'Serial 12345' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1', GPSLongitudeRef: 'E' },
};
const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>Secretplace</rdf></x:xmpmeta>';
const WORDS = /Secret|GPS|xmpmeta|Serial 12345|\+52\.52/;
const painted = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 140, b: 90 } } });
const points = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();

/**
 * A photograph as a camera writes it: with place, maker, profile, orientation, and a second picture after its
 * end.
 */
async function photograph(): Promise<Buffer> {
  const jpeg = await painted()
    .withIccProfile('p3')
    .withExif(EXIF)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const more = inJpeg(
    inJpeg(inJpeg(jpeg, 0xed, 'Photoshop 3.0\0Secret'), 0xfe, 'Secret comment'),
    0xe1,
    `http://ns.adobe.com/xap/1.0/\0${XMP}`,
  );
  return Buffer.concat([more, Buffer.from('Secret video of the moment')]);
}

describe('a picture that is sent as one', () => {
  it('UP-SRV-11: loses place, maker and texts, and keeps points, profile and orientation', async () => {
    const jpeg = await photograph();
    const sent = await send(file('a.jpg', jpeg), 'image');
    expect(sent.data.extends).toMatchObject({ width: 20, height: 40 });
    const got = await received(sent);
    expect(got.toString('latin1')).not.toMatch(WORDS);
    const { orientation, icc, exif } = await sharp(got).metadata();
    expect(orientation).toBe(6);
    expect(icc?.equals((await sharp(jpeg).metadata()).icc ?? Buffer.alloc(0))).toBe(true);
    expect(exif?.byteLength).toBeLessThan(40);
    expect((await points(got)).equals(await points(jpeg))).toBe(true);
    expect(sent.data['fileSize']).toBe(got.byteLength);
  });

  it.each(['png', 'webp', 'avif'] as const)('UP-SRV-11: loses them as %s, too', async (kind) => {
    const made = await painted().withIccProfile('p3').withExif(EXIF).withXmp(XMP).toFormat(kind).toBuffer();
    const bytes = kind === 'png' ? inPng(inPng(made, 'tEXt', 'Author\0Secret'), 'tIME', 'Secret!') : made;
    expect(bytes.toString('latin1')).toMatch(WORDS);
    const sent = await send(file(`a.${kind}`, bytes), 'image');
    const got = await received(sent);
    expect(sent.data).toMatchObject({ type: 'image', extends: { width: 40, height: 20 } });
    expect(got.toString('latin1')).not.toMatch(WORDS);
    expect((await sharp(got).metadata()).icc).toBeDefined();
    expect((await points(got)).equals(await points(bytes))).toBe(true);
  });

  it('UP-SRV-11: keeps its motion', async () => {
    const gif = inGif(movingGif(), gifComment('Secret'), gifApplication('XMP DataXMP', XMP));
    const moved = await received(
      await send(file('a.gif', Buffer.concat([gif, Buffer.from('Secret')])), 'image'),
    );
    expect(moved.equals(movingGif())).toBe(true);
    const webp = await sharp(movingGif(), { animated: true })
      .withExif(EXIF)
      .webp({ lossless: true })
      .toBuffer();
    const got = await received(await send(file('a.webp', webp), 'image'));
    expect((await sharp(got, { animated: true }).metadata()).pages).toBe(2);
    expect(got.toString('latin1')).not.toMatch(WORDS);
  });

  it('UP-SRV-11: is stripped in moments, among the own emoji, and on its way there from a chat', async () => {
    const jpeg = await photograph();
    const { data } = await upload(world, anna, { file: file('a.jpg', jpeg) });
    await world.ok(anna, 'moments/add', { file_ids: [data['file_id']] });
    const [moment] = await world.rows(anna, 'moments/list');
    const pictures = (moment?.['pictures'] ?? []) as readonly Fields[];
    const emoji = await upload(world, anna, {
      path: '/common/upload/uploadEmoji',
      file: file('a.jpg', jpeg),
    });
    const sent = await send(file('b.jpg', jpeg), 'file');
    await world.ok(bela, 'emoji/add', { file_id: Number(sent.data['file_id']) });
    const [kept] = await world.rows(bela, 'emoji/index');
    for (const address of [pictures[0]?.['src'], emoji.data as unknown, kept?.['src']]) {
      const { bytes } = await fetched(world, address as string);
      expect((await sharp(bytes).metadata()).orientation).toBe(6);
      expect(bytes.toString('latin1')).not.toMatch(WORDS);
    }
  });

  it('UP-SRV-12: stays as it is when it is sent as a file, also when it is sent again', async () => {
    const jpeg = await photograph();
    const sent = await send(file('a.jpg', jpeg), 'file', { extends: { asFile: 1 } });
    expect(sent.data).toMatchObject({ type: 'file', fileName: 'a.jpg' });
    expect((await received(sent)).equals(jpeg)).toBe(true);
    const again = {
      id: 'again',
      toContactId: anna.id,
      is_group: 0,
      type: 'image',
      content: '',
      file_id: sent.data['file_id'],
    };
    expect(await world.ok(bela, 'im/sendMessage', again)).toMatchObject({ type: 'file' });
  });

  it('UP-SRV-6: is one message when it comes twice under one id', async () => {
    const body = fileMessage(bela.id, 'image');
    const fields = { message: JSON.stringify(body) };
    const first = await upload(world, anna, { file: file('a.jpg', await photograph()), fields });
    const second = await upload(world, anna, { file: file('a.jpg', await photograph()), fields });
    expect(second.data['msg_id']).toBe(first.data['msg_id']);
  });
});

describe('a video', () => {
  const frames = { kind: 'vide', codec: 'avc1', samples: 50, seconds: 5 } as const;
  it.each(['qt  ', 'isom', '3gp4'])(
    'UP-SRV-11: a film recorded as %s loses the place where it was made',
    async (brand) => {
      const bytes = film(brand, [frames]);
      const sent = await send(file('clip', bytes), 'video');
      expect(sent.data).toMatchObject({ type: 'video', extends: { width: 320, height: 240, duration: 5 } });
      const got = await received(sent);
      expect(got.toString('latin1')).not.toMatch(/\+52|ISO6709|Berlin/);
      // Its tables name places in the file, so nothing may move.
      expect(got.byteLength).toBe(bytes.byteLength);
      expect(got.subarray(-72).equals(bytes.subarray(-72))).toBe(true);
      expect((await received(await send(file('clip', bytes), 'file'))).equals(bytes)).toBe(true);
    },
  );
});

describe('a recording whose length is written nowhere', () => {
  it('UP-SRV-5: is measured by its blocks, in slices of a browser, too', async () => {
    expect((await send(file('v.webm', sliced(7, false)), 'voice')).data).toMatchObject({
      type: 'voice',
      extends: { duration: 7 },
    });
    const sent = await send(file('v.webm', sliced(9, true)), 'video');
    expect(sent.data).toMatchObject({ type: 'video', extends: { duration: 9, width: 640, height: 360 } });
    const got = await received(sent);
    expect(got.toString('latin1')).not.toContain(PLACE);
    expect(await send(file('v.webm', sliced(62, false)), 'voice')).toMatchObject({ code: 401 });
  });

  it('UP-SRV-5: is measured by its table of times in the container of older phones', async () => {
    const bytes = film('3gp4', [{ kind: 'soun', codec: 'samr', samples: 100, seconds: 8 }]);
    expect((await send(file('v.3gp', bytes), 'voice')).data).toMatchObject({
      type: 'voice',
      extends: { duration: 8 },
    });
  });
});

describe('a picture is measured by its own head', () => {
  it('UP-SRV-4: also a bitmap and an icon; too many pixels are refused', async () => {
    expect((await send(file('a.bmp', bitmap(300, -100)), 'image')).data).toMatchObject({
      type: 'image',
      extends: { width: 300, height: 100 },
    });
    const inside = await painted(512, 512).png().toBuffer();
    expect((await send(file('a.ico', icon(inside)), 'image')).data).toMatchObject({
      type: 'image',
      extends: { width: 512, height: 512 },
    });
    const large = bitmap(12_000, 12_000);
    const head = Buffer.from(inside);
    head.writeUInt32BE(12_000, 16);
    head.writeUInt32BE(12_000, 20);
    for (const bytes of [large, icon(head)]) {
      expect(await send(file('a', bytes), 'image')).toMatchObject({
        code: 401,
        msg: 'The picture has too many pixels',
      });
      const { data } = await send(file('a', bytes), 'file');
      expect(data).toMatchObject({ type: 'file', preview: '' });
      expect((await fetched(world, data.content)).headers.get('content-type')).toBe(
        'application/octet-stream',
      );
    }
  });

  it('UP-SRV-4: and without a size it is a file', async () => {
    for (const bytes of [bitmap(0, 0), icon(Buffer.alloc(64))])
      expect((await send(file('a', bytes), 'image')).data).toMatchObject({ type: 'file', extends: {} });
  });
});

/** Silence of this length after a tag with a picture. */
function songWithCover(seconds: number, picture: Buffer): Buffer {
  const cover = Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), picture]);
  const frame = Buffer.concat([Buffer.from('APIC'), Buffer.alloc(6), cover]);
  frame.writeUInt32BE(cover.length, 4);
  const head = Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.alloc(4)]);
  for (let at = 0; at < 4; at += 1) head[6 + at] = (frame.length >> (7 * (3 - at))) & 0x7f;
  const silence = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]);
  const count = Math.ceil((seconds * 44_100) / 1_152);
  return Buffer.concat([head, frame, ...Array.from({ length: count }, () => silence)]);
}

const picture = () => painted(300, 300).png().toBuffer();
const ftyp = (brand: string) => box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}mif1`));

describe('media sent as a file', () => {
  const KINDS: readonly (readonly [string, () => Promise<Buffer> | Buffer])[] = [
    ['drawing.svg', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['photo.heic', () => Buffer.concat([ftyp('heic'), box('meta', Buffer.alloc(40))])],
    ['broken.png', async () => (await picture()).subarray(0, 60)],
    ['bitmap.bmp', () => bitmap(300, 100)],
    ['huge.bmp', () => bitmap(12_000, 12_000)],
    ['nothing.bmp', () => bitmap(0, 0)],
    ['recording.webm', () => sliced(7, true)],
    ['long.webm', () => sliced(90, true)],
    ['song.mp3', async () => songWithCover(90, await picture())],
    ['letters.txt', () => Buffer.from('words')],
  ];
  it.each(KINDS)('UP-SRV-12: %s is kept as it is', async (name, make) => {
    const bytes = await make();
    const sent = await send(file(name, bytes), 'file', { extends: { asFile: 1 } });
    expect(sent).toMatchObject({ code: 0, data: { type: 'file', fileName: name } });
    expect((await received(sent)).equals(bytes)).toBe(true);
    expect(JSON.stringify(sent.data)).not.toMatch(/"(?:width|height)":0\b/);
    // Other clients only declare it as a file.
    expect(await send(file(name, bytes), 'file')).toMatchObject({ code: 0 });
  });

  it('UP-SRV-5, UP-SRV-12: a long song with a cover is audio, even if it claims to be a video', async () => {
    const song = file('song.mp3', songWithCover(90, await picture()));
    for (const type of ['file', 'video', 'image'])
      expect((await send(song, type)).data).toMatchObject({ type: 'file', file_cate: 3 });
  });

  it('UP-5: an empty file is refused for having nothing in it, not for its kind', async () => {
    expect(await send(file('empty.txt', Buffer.alloc(0)), 'file', { extends: { asFile: 1 } })).toMatchObject({
      code: 401,
      msg: 'The file is empty',
    });
  });

  const sound = { kind: 'soun', codec: 'mp4a', samples: 900, seconds: 90 } as const;
  it('UP-SRV-12: is never refused for what it is', async () => {
    const cover = { kind: 'vide', codec: 'jpeg', samples: 1, seconds: 90 } as const;
    const chapters = { kind: 'vide', codec: 'jpeg', samples: 3, seconds: 90, enabled: false } as const;
    for (const still of [cover, chapters]) {
      const song = file('song.m4a', film('M4A ', [sound, still]));
      // Its cover does not make a video of it.
      for (const type of ['file', 'video', 'image'])
        expect((await send(song, type)).data).toMatchObject({ type: 'file', file_cate: 3 });
    }
    const long = file('long.mp4', film('isom', [{ ...sound, kind: 'vide', codec: 'avc1' }, sound]));
    expect(await send(long, 'video')).toMatchObject({ code: 401 });
    expect((await send(long, 'file')).data).toMatchObject({ type: 'file', file_cate: 4 });
  });
});

it('MOMENT-1: a picture that browsers do not show is refused for a moment', async () => {
  const heic = Buffer.concat([
    box('ftyp', Buffer.from('heic\0\0\0\0heicmif1')),
    box('meta', Buffer.alloc(40)),
  ]);
  const { data } = await upload(world, anna, { file: file('a.heic', heic) });
  expect(await world.call(anna, 'moments/add', { file_ids: [data['file_id']] })).toMatchObject({ code: 400 });
});
