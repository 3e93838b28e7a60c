import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { textLimits as limits } from '../../src/domain/limits.ts';
import type { ReadForm } from '../../src/ports/files.ts';
import { indexWords } from '../../src/server/features/search/index-words.ts';
import { userId } from '../../src/domain/ids.ts';
import type { PushSubRow } from '../../src/ports/store/push.ts';
import { inAlbum } from '../../src/server/frames/album.ts';
import { payloadOf } from '../../src/server/features/push/words.ts';
import { gate } from '../support/gate.ts';
import { admin } from '../support/admin.ts';
import type { Fields } from '../support/fields.ts';
import { temporaryFolder } from '../support/server.ts';
import {
  blackPng,
  fetched,
  fileMessage,
  localUploads,
  mp4,
  ogg,
  png,
  sendFile,
  textFile,
  upload,
  wav,
  webm,
} from '../support/uploads.ts';
import type { TestFile } from '../support/uploads.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
const { world, anna, bela, cleo } = setUpWorld(['anna', 'bela', 'cleo'], {
  friends: ['anna', 'bela'],
  options: async () => ({ uploads: await localUploads(folder) }),
});

const send = (file: TestFile | null, type = 'file', more: object = {}) =>
  upload(world, anna, { file, fields: { message: JSON.stringify(fileMessage(bela.id, type, more)) } });
const left = () => (existsSync(join(folder, 'incoming')) ? readdirSync(join(folder, 'incoming')) : []);
const stored = () =>
  readdirSync(folder, { recursive: true }).filter(
    (name) => /[0-9a-f]{32}$/.test(String(name)) && !String(name).startsWith('incoming'),
  );
const history = (who: Person, to: string | number) =>
  world.rows(who, 'im/getMessageList', { toContactId: to, limit: 100, peek: 1 });

describe('sending', () => {
  it('UP-SRV-6: a picture arrives at both with its address, size and shape', async () => {
    const socket = await world.online(bela);
    const { code, data } = await send(await png(640, 480), 'image');
    expect(code).toBe(0);
    expect(data).toMatchObject({
      type: 'image',
      fileName: 'photo.png',
      file_cate: 2,
      toContactId: bela.id,
      extends: { width: 640, height: 480, fixMode: 1 },
    });
    expect(data.extends['file']).toBeUndefined();
    expect(data.content).toMatch(/^\/files\/[0-9a-f]{32}\?c=1-2&f=\d+&e=\d+&s=[0-9a-f]{32}$/);
    const [frame] = socket.of('simple');
    expect(frame?.data).toMatchObject({
      type: 'image',
      content: data.content,
      fileSize: data.fileSize,
      preview: data.content,
      download: `${data.content}&d=1`,
    });
    expect((await history(bela, anna.id)).at(-1)).toMatchObject({
      type: 'image',
      content: data.content,
      file_id: data.file_id,
    });
    expect((await world.contact(bela, anna.id))?.lastContent).toBe('photo.png');
    expect(left()).toEqual([]);
  });

  it.each([
    [100, 80, 3],
    [300, 80, 1],
    [100, 300, 2],
  ])('UP-SRV-4: a picture of %d × %d has mode %d', async (width, height, fixMode) => {
    expect((await send(await png(width, height))).data).toMatchObject({
      type: 'image',
      extends: { width, height, fixMode },
    });
  });

  it('UP-SRV-4: a turned photograph says its size as shown, and too many pixels are refused', async () => {
    const bytes = new Uint8Array(
      await sharp({ create: { width: 300, height: 100, channels: 3, background: 'red' } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer(),
    );
    expect((await send({ name: 'x.jpg', bytes })).data.extends).toMatchObject({ width: 100, height: 300 });
    expect(await send(blackPng(9_000, 9_000), 'image')).toMatchObject({
      code: 401,
      msg: 'The picture has too many pixels',
    });
    expect(left()).toEqual([]);
  });

  it('UP-SRV-3: the bytes decide, not the name nor what is claimed', async () => {
    const image = await png(10, 10);
    expect((await send({ ...image, name: 'report.pdf' })).data).toMatchObject({
      type: 'image',
      fileName: 'report.pdf',
    });
    const page = textFile('photo.png', '<html><script>alert(1)</script></html>');
    expect((await send(page, 'image')).data).toMatchObject({ type: 'file', preview: '', file_cate: 9 });
    const drawing = textFile(
      'x.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    );
    expect((await send(drawing, 'image')).data).toMatchObject({ type: 'file', preview: '' });
    // Begins like a picture but is not one.
    const lie = new Uint8Array([
      ...image.bytes.slice(0, 40),
      ...new TextEncoder().encode('<script>alert(1)</script>'),
    ]);
    expect((await send({ name: 'lie.png', bytes: lie }, 'image')).data).toMatchObject({
      type: 'file',
      preview: '',
    });
    expect((await send(textFile('notes.txt', 'words'))).data).toMatchObject({ type: 'file', file_cate: 1 });
  });

  it('UP-SRV-5: a voice message is as long as its file says', async () => {
    const voice = await send(wav(3), 'voice', { extends: { duration: 60 } });
    expect(voice.data).toMatchObject({ type: 'voice', extends: { duration: 3 }, file_id: 0 });
    expect(await send(wav(61), 'voice', { extends: { duration: 1 } })).toMatchObject({
      code: 401,
      msg: 'It can be up to 60 seconds long',
    });
    expect((await send(wav(61), 'file')).data.type).toBe('file');
    expect(await send(textFile('x.mp3', 'no sound'), 'voice')).toMatchObject({ code: 401 });
  });

  it('UP-SRV-5: recordings of browsers are measured by blocks; without a video track: audio', async () => {
    expect((await send(webm(4, false), 'voice')).data).toMatchObject({
      type: 'voice',
      extends: { duration: 4 },
    });
    expect((await send(webm(5, true), 'video')).data).toMatchObject({
      type: 'video',
      extends: { duration: 5, width: 320, height: 240, fixMode: 1 },
    });
    expect(await send(webm(61, true), 'video')).toMatchObject({ code: 401 });
    expect(await send(webm(61, false), 'voice')).toMatchObject({ code: 401 });
    expect(left()).toEqual([]);
  });

  it('UP-SRV-5: recordings are measured, whole or in fragments, with and without sound', async () => {
    expect((await send(mp4(4, { video: false }), 'voice')).data).toMatchObject({
      type: 'voice',
      extends: { duration: 4 },
    });
    expect((await send(mp4(6, { video: false, fragments: true }), 'voice')).data).toMatchObject({
      type: 'voice',
      extends: { duration: 6 },
    });
    expect((await send(mp4(5, { video: true }), 'video')).data).toMatchObject({
      type: 'video',
      extends: { duration: 5, width: 320, height: 240, fixMode: 1 },
    });
    expect((await send(mp4(7, { video: true, fragments: true, turned: true }))).data).toMatchObject({
      type: 'video',
      extends: { duration: 7, width: 240, height: 320, fixMode: 2 },
    });
    for (const fragments of [false, true]) {
      expect(await send(mp4(62, { video: true, fragments }), 'video')).toMatchObject({ code: 401 });
      expect(await send(mp4(62, { video: false, fragments }), 'voice')).toMatchObject({ code: 401 });
    }
  });

  it.each([false, true])(
    'UP-SRV-5: a voice in an Ogg container is measured by its pages, also without a last one (%s)',
    async (cut) => {
      const voice = await send(ogg(4, { cut }), 'voice', { extends: { duration: 59 } });
      expect(voice.data).toMatchObject({ type: 'voice', fileName: 'voice.ogg', extends: { duration: 4 } });
      expect((await fetched(world, voice.data.content)).headers.get('content-type')).toMatch(/^audio\/ogg/);
      expect((await send({ ...ogg(2, { cut }), name: 'voice.opus' }, 'voice')).data).toMatchObject({
        type: 'voice',
        extends: { duration: 2 },
      });
      expect(await send(ogg(61, { cut }), 'voice', { extends: { duration: 1 } })).toMatchObject({
        code: 401,
        msg: 'It can be up to 60 seconds long',
      });
      expect(left()).toEqual([]);
    },
  );

  it('UP-SRV-6: a repeat with the same id makes no second message, other bytes are refused', async () => {
    const message = JSON.stringify(fileMessage(bela.id));
    const [file, other] = [textFile('a.txt', 'one'), textFile('a.txt', 'two')];
    const first = await upload(world, anna, { file, fields: { message } });
    expect(await upload(world, anna, { file, fields: { message } })).toEqual(first);
    expect(await upload(world, anna, { file: other, fields: { message } })).toMatchObject({ code: 401 });
    expect((await history(bela, anna.id)).filter(({ type }) => type === 'file')).toHaveLength(1);
    expect(stored()).toHaveLength(1);
  });

  it('UP-SRV-6: refusals of sending are early stops and leave nothing', async () => {
    const to = (target: string | number) =>
      upload(world, anna, {
        file: textFile('a.txt', 'x'),
        fields: { message: JSON.stringify(fileMessage(target)) },
      });
    expect(await to(cleo.id)).toMatchObject({ code: 401 });
    expect(await to('group-9')).toMatchObject({ code: 401 });
    expect(await to('admin_notice')).toMatchObject({ code: 401 });
    expect(stored()).toEqual([]);
    expect(left()).toEqual([]);
    expect((await world.rows(anna, 'files/index')).length).toBe(0);
  });

  it('UP-SRV-6: without a message the file waits for its owner', async () => {
    world.clock.pass(1_999 - (world.clock.nowMs() % 1_000));
    const { data } = await upload(world, anna, { file: await png(20, 20) });
    expect(data).toMatchObject({
      create_time: Math.floor(world.clock.nowMs() / 1_000),
      name: 'photo.png',
      cate: 2,
      file_type: 'image/png',
      ext: 'png',
      user_id: anna.id,
    });
    expect((await fetched(world, data.src)).status).toBe(200);
    const sent = await world.call(anna, 'im/sendMessage', {
      ...fileMessage(bela.id, 'image'),
      file_id: data.file_id,
    });
    expect(sent.data).toMatchObject({
      type: 'image',
      file_id: data.file_id,
      extends: { width: 20, height: 20 },
    });
  });

  it('UP-SRV-6: a quote accompanies a picture, and goes when it is forwarded', async () => {
    await world.befriend(anna, cleo);
    const text = await world.say(anna, bela.id, 'look', { id: 't' });
    const data = await sendFile(world, anna, bela.id, await png(30, 20), 'image', { pid: text.msg_id });
    expect(data.extends).toMatchObject({ width: 30, msg_id: text.msg_id, content: 'anna name：look' });
    await world.ok(anna, 'im/forwardMessage', { user_ids: [cleo.id], msg_id: data.msg_id });
    const copy = (await history(cleo, anna.id)).at(-1);
    expect(copy).toMatchObject({ type: 'image', extends: { width: 30, height: 20, fixMode: 3 } });
    expect(copy?.content).toContain('c=1-3');
    expect((await fetched(world, copy?.content)).status).toBe(200);
  });
});

const found = async (who: Person, keywords: string) =>
  (await world.rows(who, 'im/search', { keywords })).map((row) => row.id);
const linkTo = (address: string, inside: string) =>
  `<a href="${address}" target="_blank" rel="noopener noreferrer">${inside}</a>`;

/** The text that a base-protocol client gets for a file with a caption. */
const asText = ({ id, msg_id, content }: Fields, inside: string, words: string) => {
  const address = content?.replaceAll('&', '&amp;') ?? '';
  const link = linkTo(address, inside.replace('ADDRESS', address));
  return { id, msg_id, type: 'text', content: `${link}<br>${words}` };
};

describe('words under a file', () => {
  const CAPTION = 'two <b>greens</b> https://green.test/';
  const captioned = async (to: string | number, file?: TestFile) => {
    const answer = await upload(world, anna, {
      file: file ?? (await png(30, 20)),
      fields: { message: JSON.stringify(fileMessage(to, 'image')), caption: `${CAPTION}<script>x</script>` },
    });
    expect(answer.code).toBe(0);
    return answer.data;
  };

  it('MSG-2: belong to their message: shown, found, quoted, forwarded with it, and in the list', async () => {
    await world.befriend(anna, cleo);
    const socket = await world.online(bela);
    const data = await captioned(bela.id);
    expect(data).toMatchObject({
      type: 'image',
      fileName: 'photo.png',
      extends: { width: 30, caption: CAPTION },
    });
    expect(socket.of('simple').at(-1)?.data).toMatchObject({
      type: 'image',
      content: data.content,
      extends: { caption: CAPTION },
    });
    expect((await history(bela, anna.id)).at(-1)).toMatchObject({
      type: 'image',
      extends: { caption: CAPTION },
    });
    expect((await world.contact(bela, anna.id))?.['last']).toMatchObject({
      type: 'image',
      content: 'photo.png',
      extends: { caption: CAPTION },
    });
    for (const words of ['two greens', 'photo.png']) expect(await found(bela, words)).toEqual([data.id]);
    await indexWords(world.server.core);
    for (const words of ['two greens', 'photo.png']) expect(await found(bela, words)).toEqual([data.id]);
    const answer = await world.say(bela, anna.id, 'yes', { id: 'q', pid: data.msg_id });
    expect(answer.extends).toMatchObject({ content: 'anna name：two greens https://green.test/' });
    await world.ok(anna, 'im/forwardMessage', { user_ids: [cleo.id], msg_id: data.msg_id });
    expect((await history(cleo, anna.id)).at(-1)).toMatchObject({
      type: 'image',
      extends: { caption: CAPTION },
    });
  });

  it('MSG-2, PUSH-4: a push says the kind and the words, 50 characters at most', async () => {
    const data = await captioned(bela.id);
    const row = await world.server.core.store.read((tx) => tx.messages.byMsgId(data.msg_id as never));
    const sub = { language: 'en', showsWords: true } as PushSubRow;
    const said = (caption: string) =>
      payloadOf(
        'message',
        { row: { ...row!, extra: { caption } }, sender: 'anna', group: null },
        sub,
        userId(bela.id),
      );
    expect(JSON.parse(said(CAPTION))).toMatchObject({ content: '[Image] two greens https://green.test/' });
    expect(JSON.parse(said('x'.repeat(90)))).toMatchObject({ content: `[Image] ${'x'.repeat(42)}` });
  });

  it('LIST-6, PUSH-4: list and push name a file, and say how long a voice message is', async () => {
    const sub = { language: 'en', showsWords: true } as PushSubRow;
    const pushed = async (id: number) => {
      const row = await world.server.core.store.read((tx) => tx.messages.byMsgId(id as never));
      const facts = { row: row!, sender: 'anna', group: null };
      return JSON.parse(payloadOf('message', facts, sub, userId(bela.id)))['content'];
    };
    const file = await sendFile(world, anna, bela.id, textFile('plan.txt', 'words'));
    expect(await pushed(file.msg_id)).toBe('[File] plan.txt');
    const voice = await sendFile(world, anna, bela.id, wav(3), 'voice');
    expect(await pushed(voice.msg_id)).toBe('[Voice] 0:03');
    expect((await world.contact(bela, anna.id))?.['last']).toMatchObject({ extends: { duration: 3 } });
  });

  it('LIST-6, PUSH-4: an album is one line in list and push, also after a deletion in it', async () => {
    const socket = await world.online(bela);
    const last = async () => (await world.contact(bela, anna.id))?.['last']?.extends ?? null;
    await captioned(bela.id);
    const [, third] = [
      await sendFile(world, anna, bela.id, await png(9, 9), 'image'),
      await sendFile(world, anna, bela.id, await png(8, 8), 'image'),
    ];
    expect(await last()).toEqual({ caption: CAPTION, album: 3 });
    const shown = await world.server.core.store.read(async (tx) =>
      inAlbum(tx, (await tx.messages.byMsgId(third.msg_id as never))!),
    );
    const sub = { language: 'en', showsWords: true } as PushSubRow;
    expect(
      JSON.parse(payloadOf('message', { row: shown, sender: 'anna', group: null }, sub, userId(bela.id))),
    ).toMatchObject({ content: '[3 images] two greens https://green.test/' });
    await world.ok(anna, 'im/delMessage', { id: third.id });
    expect(socket.of('delMessage').at(-1)?.data).toMatchObject({
      last: { type: 'image', extends: { caption: CAPTION, album: 2 } },
    });
    expect(await last()).toEqual({ caption: CAPTION, album: 2 });
    await sendFile(world, anna, bela.id, await png(7, 7), 'image', { pid: third.msg_id - 1 });
    expect(await last()).toEqual({ album: 0 });
    await world.clock.advance(60_000);
    await sendFile(world, anna, bela.id, await png(6, 6), 'image');
    expect(await last()).toBeNull();
  });

  it('MSG-2: go with it: after a recall nothing of them is stored, shown or found', async () => {
    const data = await captioned(bela.id);
    await indexWords(world.server.core);
    await world.ok(anna, 'im/undoMessage', { id: data.id });
    expect(await found(bela, 'greens')).toEqual([]);
    expect(JSON.stringify([await history(bela, anna.id), await world.contact(bela, anna.id)])).not.toContain(
      'greens',
    );
    const row = await world.server.core.store.read((tx) => tx.messages.byMsgId(data.msg_id as never));
    expect(row).toMatchObject({ content: '', extra: null });
  });

  it('MSG-2, SEND-1: an ID with other text is refused; too much text leaves nothing', async () => {
    const message = JSON.stringify(fileMessage(bela.id, 'image'));
    const file = await png(9, 9);
    const sent = (caption: string) => upload(world, anna, { file, fields: { message, caption } });
    const first = await sent('one');
    expect((await sent('one')).data.msg_id).toBe(first.data.msg_id);
    expect((await sent('two')).code).not.toBe(0);
    const long = await upload(world, anna, {
      file,
      fields: {
        message: JSON.stringify(fileMessage(bela.id, 'image')),
        caption: 'x'.repeat(limits.messageMax + 1),
      },
    });
    expect(long.code).toBe(401);
    expect(left()).toEqual([]);
  });

  it('MSG-2: plain clients read one text with picture or link and the words', async () => {
    const [socket, group] = [await world.online(bela, { plain: true }), await world.group(anna, [bela])];
    const words = `two <b>greens</b> ${linkTo('https://green.test/', 'https://green.test/')}`;
    const shown = (data: Fields, inside: string) => asText(data, inside, words);
    const [image, file] = [await captioned(bela.id), await captioned(group, textFile('a&b.txt', 'x'))];
    expect(socket.of('simple').at(-1)?.data).toMatchObject(shown(image, '<img src="ADDRESS" alt="">'));
    expect(socket.of('group').at(-1)?.data).toMatchObject(shown(file, 'a&amp;b.txt'));
    const rows = (more: object) =>
      world.rows(bela, 'im/getMessageList', { toContactId: anna.id, page: 1, ...more });
    expect((await rows({})).at(-1)).toMatchObject(shown(image, '<img src="ADDRESS" alt="">'));
    expect((await rows({ type: 'image' })).at(-1)).toMatchObject({ type: 'image', content: image.content });
  });
});

describe('limits', () => {
  it('UP-SRV-2: a file above the set size gets 401 and leaves nothing, promised or not', async () => {
    await world.setConfig((config) => ({ ...config, fileUpload: { ...config.fileUpload, sizeMb: 1 } }));
    const large = { name: 'large.bin', bytes: new Uint8Array(1_024 * 1_024 + 1) };
    expect(await send(large)).toMatchObject({ code: 401, msg: 'Files can be up to 1 MB' });
    expect((await send({ name: 'just.bin', bytes: new Uint8Array(1_024 * 1_024) })).code).toBe(0);
    const form = new FormData();
    form.append('file', new Blob([large.bytes]), 'x');
    const request = new Request('http://x.test/', { method: 'POST', body: form });
    const promised = {
      'content-length': String(100 * 1_024 * 1_024),
      'content-type': request.headers.get('content-type') ?? '',
      authorization: anna.token,
    };
    const answer = await world.raw('/common/upload/uploadFile', {
      method: 'POST',
      body: request.body,
      headers: promised,
      duplex: 'half',
    } as RequestInit);
    expect(await answer.json()).toMatchObject({ code: 401 });
    expect(left()).toEqual([]);
  });

  it('UP-SRV-2: avatars and emoji have separate limits, and only pictures are accepted', async () => {
    const limit = async (name: string) =>
      (
        await world.ok<{ readonly fileUpload: Readonly<Record<string, number>> }>(
          anna,
          '/common/pub/getSystemInfo',
        )
      ).fileUpload[name];
    expect([await limit('size'), await limit('avatarSize'), await limit('emojiSize')]).toEqual([50, 5, 2]);
    world.server.start();
    for (const name of ['avatarSize', 'emojiSize'])
      await admin(world, 'config', 'set', `fileUpload.${name}`, '1');
    const large = { name: 'x.png', bytes: new Uint8Array(1_024 * 1_024 + 1) };
    for (const path of ['/common/upload/uploadAvatar', '/common/upload/uploadEmoji']) {
      expect(await upload(world, anna, { file: large, path })).toMatchObject({ code: 401 });
      expect(await upload(world, anna, { file: textFile('x.png', '<svg/>'), path })).toMatchObject({
        code: 401,
      });
      expect(await upload(world, anna, { file: wav(1), path })).toMatchObject({ code: 401 });
    }
    expect([...left(), ...stored()]).toEqual([]);
  });

  it('UP-SRV-2: endings are limited where that is configured', async () => {
    await world.setConfig((config) => ({
      ...config,
      fileUpload: { ...config.fileUpload, fileExt: ['PNG'] },
    }));
    expect((await send(await png(5, 5))).code).toBe(0);
    expect(await send(textFile('x.txt', 'words'))).toMatchObject({
      code: 401,
      msg: 'This file type is not supported',
    });
  });

  it('UP-SRV-7: a user has a limited number of uploads, and others do not wait for them', async () => {
    // None ends before all have begun: an engine may take longer for the last login than for the first file.
    const ports: { readForm?: ReadForm } = world.server.core.uploads ?? {};
    const readNow = ports.readForm;
    const refused = new Set<number>();
    const decided = gate();
    ports.readForm = async (...form) => {
      await decided.passed;
      return readNow?.(...form) ?? expect.fail('no files');
    };
    const many = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const answer = await upload(world, anna, { file: textFile('x', `${i}`) });
        if (answer.code !== 0 && refused.add(i).size === 4) decided.open();
        return answer;
      }),
    );
    expect(many.filter((answer) => answer.code === 0)).toHaveLength(8);
    expect(many.find((answer) => answer.code !== 0)?.data).toMatchObject({ retry_ms: 2_000 });
    expect((await upload(world, bela, { file: textFile('x', 'other') })).code).toBe(0);
    for (let i = 12; i < 240; i += 1) await upload(world, anna, { file: null });
    expect((await upload(world, anna, { file: textFile('x', 'late') })).data).toHaveProperty('retry_ms');
  });

  it('UP-SRV-8: the same bytes are stored once, and stay while anybody holds them', async () => {
    const file = await png(50, 50);
    const [one, two] = [
      await sendFile(world, anna, bela.id, file, 'image'),
      await sendFile(world, bela, anna.id, file, 'image'),
    ];
    expect(one.file_id).not.toBe(two.file_id);
    expect(stored()).toHaveLength(1);
    await world.ok(anna, 'im/undoMessage', { id: one.id });
    expect((await fetched(world, two.content)).status).toBe(200);
  });

  it.each([
    ['nothing', { method: 'POST' }],
    ['JSON', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }],
    [
      'a form that is cut',
      {
        method: 'POST',
        body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      },
    ],
    ['no boundary', { method: 'POST', body: 'x', headers: { 'content-type': 'multipart/form-data' } }],
    [
      'no file',
      {
        method: 'POST',
        body: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      },
    ],
  ])('UP-SRV-2: %s instead of a form is refused with 400', async (_, init) => {
    const answer = await world.raw('/common/upload/uploadFile', {
      ...init,
      headers: { ...('headers' in init ? init.headers : {}), authorization: anna.token },
    });
    expect(await answer.json()).toMatchObject({ code: 400 });
    expect(left()).toEqual([]);
  });

  it.each([
    '{',
    '[]',
    '{"id":"x"}',
    JSON.stringify({ id: 'x', toContactId: 2, type: 'event' }),
    JSON.stringify({ id: 'x'.repeat(40), toContactId: 2, type: 'file' }),
  ])('UP-SRV-6: the message %s is refused', async (message) => {
    const { code } = await upload(world, anna, { file: textFile('x', 'y'), fields: { message } });
    expect([400, 401]).toContain(code);
    expect(stored()).toEqual([]);
  });

  it('UP-SRV-7: a stranger uploads nothing', async () => {
    expect((await upload(world, null, { file: textFile('x', 'y') })).code).toBe(-1);
    expect([...left(), ...stored()]).toEqual([]);
  });
});

describe('own pictures', () => {
  it('UP-SRV-9: a new avatar is redrawn as a square, and shows everywhere', async () => {
    const socket = await world.online(anna);
    const { data } = await upload(world, anna, {
      file: await png(300, 200),
      fields: { ext: 'png' },
      path: '/common/upload/uploadAvatar',
    });
    expect(data).toMatch(/^\/pictures\/[0-9a-f]{32}$/);
    const picture = await fetched(world, (await world.contact(bela, anna.id))?.avatar);
    expect(picture.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ width: 256, height: 256, format: 'webp' });
    expect((await world.contact(bela, anna.id))?.avatar).toBe(data);
    expect(socket.frames.length).toBeGreaterThan(0);
    expect(left()).toEqual([]);
  });

  it('FILE-11: members get a group’s new picture, and FILE-10: it is drawn when requested', async () => {
    const socket = await world.online(bela);
    const group = await world.group(anna, [bela]);
    const [frame] = socket.of('addGroup');
    expect([frame?.data.id, socket.of('setManager')]).toEqual([group, []]);
    const avatar = frame?.data.avatar;
    const picture = await fetched(world, avatar);
    expect(picture.status).toBe(200);
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ width: 240, height: 240 });
    expect((await fetched(world, avatar)).bytes.equals(picture.bytes)).toBe(true);
    await upload(world, bela, { file: await png(64, 64), path: '/common/upload/uploadAvatar' });
    const again = socket.of('setManager').at(-1)?.data.avatar;
    expect(again).not.toBe(avatar);
    expect((await fetched(world, again)).status).toBe(200);
    expect((await fetched(world, `/avatar/${group}/0000000000000000`)).status).toBe(404);
    expect((await world.contact(bela, group))?.avatar).toBe(again);
    // A user who joins appears in it, too.
    const dora = await world.person('dora');
    const into = (who: Person, call: string, more: object) =>
      world.ok(who, `/enterprise/group/${call}`, { id: group, group_id: group, ...more });
    const url = String((await into(anna, 'addGroupLink', { for: 0, asks: 1 }))['url']);
    await into(dora, 'joinGroup', { token: url.slice(url.lastIndexOf('/') + 1), ask: 1 });
    await into(anna, 'answerGroupRequest', { user_id: dora.id, accept: 1 });
    await world.settle();
    expect(socket.of('setManager').at(-1)?.data.avatar).not.toBe(again);
  });

  it('FILE-10: a user without a picture has a drawn one, until they upload another', async () => {
    const face = (await world.contact(bela, anna.id))?.avatar;
    expect(face).toBe(`/avatar/AN/160/${anna.id}`);
    expect((await fetched(world, face)).status).toBe(200);
    await world.ok(anna, 'im/updateUserInfo', { realname: '王小安' });
    expect((await world.contact(bela, anna.id))?.avatar).toBe(
      `/avatar/${encodeURIComponent('小安')}/160/${anna.id}`,
    );
    const { data } = await upload(world, anna, {
      file: await png(9, 9),
      path: '/common/upload/uploadAvatar',
    });
    await world.ok(anna, 'im/updateUserInfo', { realname: 'Anna' });
    expect((await world.contact(bela, anna.id))?.avatar).toBe(data);
  });

  it('FILE-10: default avatars are drawn from their address', async () => {
    const face = await fetched(world, `/avatar/${encodeURIComponent('林安')}/80/7`);
    expect(await sharp(face.bytes).metadata()).toMatchObject({ width: 80, height: 80 });
    for (const bad of ['/avatar/a/80/x', '/avatar/a/80/-1'])
      expect((await fetched(world, bad)).status).toBe(404);
    expect((await fetched(world, `/avatar/${encodeURIComponent('<&"')}/9999/7`)).status).toBe(200);
    const statuses = [];
    for (let i = 0; i < 3_000; i += 1) statuses.push((await fetched(world, '/avatar/a/80/7')).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  });
});
