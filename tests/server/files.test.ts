import { DEFAULT_GROUP_SETTING } from '../../src/domain/group-fields.ts';
import { describe, expect, it, vi } from 'vitest';
import { msgId, streamId } from '../../src/domain/ids.ts';
import { uploadLimits } from '../../src/domain/limits.ts';
import { sweepFiles, sweepReleased } from '../../src/server/features/uploads/sweep.ts';
import type { Fields } from '../support/fields.ts';
import { fetched, fileMessage, png, sendFile, textFile, upload, wav } from '../support/uploads.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cleo } = setUpWorld(['anna', 'bela', 'cleo'], {
  friends: ['anna', 'bela'],
  files: true,
});

const DAY = 86_400_000;
const RENEW = '/common/upload/renew';
const status = async (address: string | undefined) => (await fetched(world, address)).status;
const messages = (who: Person, to: string | number) =>
  world.rows(who, 'im/getMessageList', { toContactId: to, limit: 100, peek: 1 });

describe('links', () => {
  it('FILE-1: a link is one for all members and gives the file until the end of the next day', async () => {
    const group = await world.group(anna, [bela]);
    const sent = await sendFile(world, anna, group, textFile('a.txt', 'words'));
    const view = (await messages(bela, group)).at(-1)?.content;
    expect(view).toBe(sent.content);
    expect((await fetched(world, view)).bytes.toString()).toBe('words');
    const untilNight = DAY - (world.clock.nowMs() % DAY);
    world.clock.jump(untilNight + DAY - 1);
    expect(await status(view)).toBe(200);
    world.clock.jump(1);
    expect(await status(view)).toBe(410);
    expect((await messages(bela, group)).at(-1)?.content).not.toBe(view);
  });

  it('FILE-1: any change of a link gives nothing', async () => {
    const { content } = await sendFile(world, anna, bela.id, textFile('a.txt', 'words'));
    const other = await sendFile(world, anna, bela.id, textFile('b.txt', 'other words'));
    const url = new URL(content, 'http://x.test');
    const changed = (name: string, value: string) => {
      const copy = new URL(url);
      copy.searchParams.set(name, value);
      return copy.pathname + copy.search;
    };
    const day = Number(url.searchParams.get('e'));
    const key = new URL(other.content, 'http://x.test').pathname;
    const tries = [
      changed('e', String(day + 1)),
      changed('e', '999999'),
      changed('e', '-1'),
      changed('e', 'x'),
      changed('f', '1e3'),
      changed('f', '999'),
      changed('f', String(other.file_id)),
      changed('c', '1-3'),
      changed('c', ''),
      changed('c', `u${cleo.id}`),
      changed('s', ''),
      changed('s', '0'.repeat(32)),
      changed('s', (url.searchParams.get('s') ?? '').slice(0, 31)),
      key + url.search,
      url.pathname,
      '/files/',
      '/files/x',
    ];
    for (const address of tries) expect([address, await status(address)]).toEqual([address, 404]);
  });

  it.each([
    '/files/../parley.db',
    '/files/..%2f..%2fparley.db',
    '/files/%2e%2e/%2e%2e/etc/passwd',
    '/pictures/..%2f..%2fparley.db',
    '/pictures/incoming',
    '/files//etc/passwd',
    '/pictures/%00',
    '/avatar/..%2f/x',
  ])('FILE-2: %s leads nowhere', async (address) => expect(await status(address)).toBe(404));

  it('FILE-2: no file of a chat at the address of a picture, nor a picture at that of a file', async () => {
    const { content } = await sendFile(world, anna, bela.id, await png(9, 9), 'image');
    const key = /^\/files\/([0-9a-f]{32})/.exec(content)?.[1] ?? '';
    expect(await status(`/pictures/${key}`)).toBe(404);
  });

  it('FILE-4: after recall and deletion a link is dead', async () => {
    for (const call of ['undoMessage', 'delMessage']) {
      const { content, id } = await sendFile(world, anna, bela.id, textFile('a.txt', call));
      expect(await status(content)).toBe(200);
      await world.ok(anna, `/enterprise/im/${call}`, { id });
      expect(await status(content)).toBe(404);
      expect(JSON.stringify(await messages(bela, anna.id))).not.toContain(content);
    }
  });

  it('FILE-7: an expired link is renewed for members only', async () => {
    const group = await world.group(anna, [bela]);
    const { content } = await sendFile(world, anna, group, textFile('a.txt', 'words'));
    world.clock.jump(3 * DAY);
    expect(await status(content)).toBe(410);
    const { src, download } = await world.ok(bela, RENEW, { src: content });
    expect([await status(src), await status(download)]).toEqual([200, 200]);
    expect(await world.code(cleo, RENEW, { src: content })).toBe(400);
    expect(await world.code(bela, RENEW, { src: content.replace(/s=./, 's=x') })).toBe(400);
    expect(await world.code(bela, RENEW, { src: 'https://elsewhere.test/x' })).toBe(400);
    await world.ok(anna, 'group/removeUser', { id: group, user_id: bela.id });
    expect(await world.code(bela, RENEW, { src: content })).toBe(400);
  });

  it('FILE-7: a later member renews no earlier link, unless the group shows its history', async () => {
    await world.befriend(anna, cleo);
    const group = await world.group(anna, [bela]);
    const { content } = await sendFile(world, anna, group, textFile('a.txt', 'words'));
    await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: [cleo.id] });
    expect(await world.code(cleo, RENEW, { src: content })).toBe(400);
    await world.server.core.store.write((tx) =>
      tx.groups.update(1 as never, { setting: { ...DEFAULT_GROUP_SETTING, history: true } }),
    );
    expect(await world.code(cleo, RENEW, { src: content })).toBe(0);
  });
});

describe('how files are given', () => {
  it('FILE-2: a file other than a known picture, sound or video is only ever saved', async () => {
    const page = await sendFile(
      world,
      anna,
      bela.id,
      textFile('点 "x"\r\n.html', '<script>alert(1)</script>'),
    );
    const response = await fetched(world, page.content);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''%E7%82%B9%20%2522x%2522%250D%250A.html",
    );
    for (const [name, value] of [
      ['x-content-type-options', 'nosniff'],
      ['content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'"],
      ['cross-origin-resource-policy', 'same-origin'],
    ]) {
      expect(response.headers.get(name ?? '')).toBe(value);
    }
    const image = await sendFile(world, anna, bela.id, await png(9, 9), 'image');
    expect((await fetched(world, image.content)).headers.get('content-disposition')).toMatch(/^inline/);
    expect((await fetched(world, image.download)).headers.get('content-disposition')).toMatch(/^attachment/);
    expect((await fetched(world, image.download)).headers.get('content-type')).toBe(
      'application/octet-stream',
    );
    const sound = await sendFile(world, anna, bela.id, wav(1), 'voice');
    expect((await fetched(world, sound.content)).headers.get('content-type')).toBe('audio/wav');
  });

  it('FILE-2: drawings, pages and files that are two things at once are never shown', async () => {
    const gif = new TextEncoder().encode('GIF89a/*<html><script>alert(1)</script>*/=1;');
    for (const file of [
      textFile('x.svg', '<svg onload="alert(1)"/>'),
      textFile('x.html', '<!doctype html><script>1</script>'),
      textFile('x.xml', '<?xml version="1.0"?><x/>'),
      { name: 'x.gif', bytes: new Uint8Array(gif) },
      textFile('x.pdf', '%PDF-1.7 <script>'),
    ]) {
      const sent = await sendFile(world, anna, bela.id, file, 'image');
      const response = await fetched(world, sent.content);
      expect([
        file.name,
        response.headers.get('content-type'),
        response.headers.get('content-disposition')?.slice(0, 10),
      ]).toEqual([file.name, 'application/octet-stream', 'attachment']);
    }
  });

  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=0-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=5-2', 200, '0123456789', null],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['items=0-1', 200, '0123456789', null],
    ['bytes=-', 200, '0123456789', null],
  ])('FILE-6: %s', async (range, expected, text, said) => {
    const { content } = await sendFile(world, anna, bela.id, textFile('a.txt', '0123456789'));
    const response = await fetched(world, content, { range });
    expect([response.status, response.bytes.toString(), response.headers.get('content-range')]).toEqual([
      expected,
      text,
      said,
    ]);
    if (expected !== 416) expect(response.headers.get('content-length')).toBe(String(text.length));
  });

  it('FILE-6: a cached file is not sent again, and HEAD sends no bytes', async () => {
    const { content } = await sendFile(world, anna, bela.id, textFile('a.txt', 'words'));
    const etag = (await fetched(world, content)).headers.get('etag') ?? '';
    expect((await fetched(world, content, { 'if-none-match': etag })).status).toBe(304);
    const head = await world.raw(content, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '5', '']);
  });
});

const nameAt = async (address: string | undefined) =>
  decodeURIComponent(
    /filename\*=UTF-8''(.+)$/.exec(
      (await fetched(world, address)).headers.get('content-disposition') ?? '',
    )?.[1] ?? '',
  );
const makeNamed = (name: string) => textFile(name, 'the same bytes');

describe('names', () => {
  it('FILE-12: equal bytes have the name of their message each, elsewhere and renewed, too', async () => {
    await world.befriend(bela, cleo);
    await world.befriend(anna, cleo);
    const secret = await sendFile(world, anna, bela.id, makeNamed('what I tell Bela.txt'));
    const other = await sendFile(world, anna, cleo.id, makeNamed('for Cleo.txt'));
    const foreign = await sendFile(world, cleo, bela.id, makeNamed('of Cleo.txt'));
    const again = await sendFile(world, bela, anna.id, makeNamed('back to Anna.txt'));
    for (const [sent, name] of [
      [secret, 'what I tell Bela.txt'],
      [other, 'for Cleo.txt'],
      [foreign, 'of Cleo.txt'],
      [again, 'back to Anna.txt'],
    ] as const) {
      expect([await nameAt(sent.content), await nameAt(sent.download), sent.fileName]).toEqual([
        name,
        name,
        name,
      ]);
    }
    const { src } = await world.ok(cleo, RENEW, { src: other.content });
    expect(await nameAt(src)).toBe('for Cleo.txt');
    // Each one is a separate file, and recalling its message removes only that one.
    await world.ok(bela, 'im/undoMessage', { id: again.id });
    expect([await status(again.content), await status(secret.content)]).toEqual([404, 200]);
    const waiting = await upload(world, cleo, { file: makeNamed('not sent yet.txt') });
    expect([await nameAt(waiting.data.src), await status(waiting.data.src)]).toEqual([
      'not sent yet.txt',
      200,
    ]);
  });

  it('FILE-12: an address from before it named the file still leads to one of its conversation', async () => {
    await world.befriend(anna, cleo);
    await sendFile(world, anna, cleo.id, makeNamed('elsewhere.txt'));
    const { content } = await sendFile(world, anna, bela.id, makeNamed('here.txt'));
    const { core } = world.server;
    const url = new URL(content, 'http://x.test');
    const [key, stream, day] = [
      url.pathname.slice('/files/'.length),
      url.searchParams.get('c') ?? '',
      url.searchParams.get('e') ?? '',
    ];
    const mac = core.passwords.mac(core.secret, `file ${key} ${stream} ${day}`);
    const old = `/files/${key}?c=${stream}&e=${day}&s=${mac.slice(0, 32)}`;
    expect(await nameAt(old)).toBe('here.txt');
    expect(await nameAt((await world.ok(bela, RENEW, { src: old })).src)).toBe('here.txt');
    expect(await status(content.replace(/f=\d+&/, ''))).toBe(404);
  });

  it('FILE-12: an emoji is called as in its list; its picture and a person’s tell no name', async () => {
    await world.befriend(bela, cleo);
    const picture = await png(9, 9);
    const emoji = (who: Person, name: string) =>
      upload(world, who, { path: '/common/upload/uploadEmoji', file: { ...picture, name } });
    await emoji(anna, 'private words.png');
    const mine = (await emoji(bela, 'smile.png')).data as unknown as string;
    expect([await status(mine), await nameAt(mine)]).toEqual([200, '']);
    expect(await world.rows(bela, 'emoji/index')).toMatchObject([{ name: 'smile' }]);
    const [row] = await world.rows(bela, 'emoji/index');
    expect(
      await world.ok(bela, 'im/sendMessage', fileMessage(cleo.id, 'emoji', { file_id: row?.file_id })),
    ).toMatchObject({ fileName: 'smile.png' });
    const face = (
      await upload(world, anna, {
        path: '/common/upload/uploadAvatar',
        file: { ...picture, name: 'passport.png' },
      })
    ).data as unknown as string;
    expect([await status(face), await nameAt(face)]).toEqual([200, '']);
  });
});

describe('owners of files', () => {
  it('FILE-8: only a user who may read a stored file can send it again', async () => {
    await world.befriend(bela, cleo);
    await world.befriend(anna, cleo);
    const sent = await sendFile(world, anna, bela.id, await png(40, 30), 'image');
    const again = (who: Person, to: number, type = 'image') =>
      world.call(
        who,
        'im/sendMessage',
        fileMessage(to, type, {
          file_id: sent.file_id,
          content: 'https://elsewhere.test/x.png',
          extends: { width: 9 },
        }),
      );
    expect((await again(cleo, anna.id)).code).toBe(400);
    const copy = await again(bela, cleo.id);
    expect(copy.data).toMatchObject({
      type: 'image',
      fileName: 'photo.png',
      extends: { width: 40, height: 30 },
    });
    expect(await status(copy.data.content)).toBe(200);
    expect((await again(cleo, anna.id, 'file')).data.type).toBe('image');
    expect((await again(anna, bela.id, 'emoji')).code).toBe(400);
    expect(await world.code(anna, 'im/sendMessage', fileMessage(bela.id, 'image', { file_id: 999 }))).toBe(
      400,
    );
  });

  it('BLOCK-2, FILE-3: a file from a blocked user is in the sender’s list alone', async () => {
    await world.call(anna, 'im/blockPerson', { id: bela.id, on: 1 });
    const stored = await sendFile(world, bela, anna.id, textFile('not-seen.txt', 'x'));
    const lists = async (who: Person) => (await world.call<readonly Fields[]>(who, 'files/index', {})).data;
    expect(await lists(anna)).toEqual([]);
    expect((await lists(bela)).map((row) => row['name'])).toEqual(['not-seen']);
    const forward = fileMessage(cleo.id, 'file', { file_id: stored.file_id });
    expect(await world.code(anna, 'im/sendMessage', forward)).toBe(400);
  });

  it('FILE-3: the list holds what I sent and received, by kind and name, and nothing of others', async () => {
    await world.befriend(bela, cleo);
    const image = await sendFile(
      world,
      anna,
      bela.id,
      { ...(await png(9, 9)), name: '计划 50%.png' },
      'image',
    );
    await sendFile(world, bela, anna.id, textFile('notes.md', 'x'));
    await sendFile(world, bela, anna.id, textFile('data.bin', 'x'));
    await sendFile(world, bela, anna.id, wav(1), 'voice');
    await sendFile(world, bela, cleo.id, textFile('secret.txt', 'x'));
    const list = async (who: Person, body: object = {}) => {
      const { data, count } = await world.call<readonly Fields[]>(who, 'files/index', body);
      return [data.map((row) => `${String(row['name'])}.${String(row['ext'])}`), count];
    };
    expect(await list(anna)).toEqual([['data.bin', 'notes.md', '计划 50%.png'], 3]);
    expect(await list(anna, { role: 1 })).toEqual([['计划 50%.png'], 1]);
    expect(await list(anna, { role: 2, cate: 1 })).toEqual([['notes.md'], 1]);
    expect(await list(anna, { cate: 5 })).toEqual([['data.bin'], 1]);
    expect(await list(anna, { keywords: '50%' })).toEqual([['计划 50%.png'], 1]);
    expect(await list(anna, { page: 2, limit: 2 })).toEqual([['计划 50%.png'], 3]);
    const [row] = await world.rows(anna, 'files/index', { role: 1 });
    expect(row).toMatchObject({
      file_id: image.file_id,
      src: image.content,
      msg_type: 'image',
      size: image.fileSize,
      contactId: bela.id,
      user_id_info: { user_id: anna.id },
    });
    await world.ok(anna, 'im/undoMessage', { id: image.id });
    expect(await list(anna, { role: 1 })).toEqual([[], 0]);
    expect(await list(anna, { is_all: 1 })).toEqual([expect.arrayContaining(['secret.txt']), 5]);
    expect(await world.code(bela, 'files/index', { is_all: 1 })).toBe(400);
    expect((await world.rows(anna, 'files/index', { is_all: 1 })).every((all) => all.src === '')).toBe(true);
  });

  it('FILE-5: files that nothing holds any more are removed', async () => {
    const sent = await sendFile(world, anna, bela.id, textFile('a.txt', 'words'));
    const twin = await sendFile(world, bela, anna.id, textFile('b.txt', 'words'));
    await upload(world, anna, { file: textFile('waiting.txt', 'waits') });
    await world.ok(anna, 'im/undoMessage', { id: sent.id });
    expect(await sweepFiles(world.server.core)).toBe(0);
    world.clock.jump(DAY + 1);
    expect(await sweepFiles(world.server.core)).toBe(2);
    const { src } = await world.ok(bela, RENEW, { src: twin.content });
    expect((await fetched(world, src)).bytes.toString()).toBe('words');
    await world.ok(bela, 'im/delMessage', { id: twin.id });
    expect(await sweepFiles(world.server.core)).toBe(1);
    expect(
      await world.server.core.uploads?.files.open(new URL(src, 'http://x').pathname.slice(7)),
    ).toBeNull();
  });
});

const stored = (address = '') =>
  world.server.core.uploads?.files.open(new URL(address, 'http://x').pathname.split('/').at(-1) ?? '');

describe('files of deleted messages', () => {
  it('FILE-5: the bytes go with the last message that held them, also after a failure', async () => {
    const { core } = world.server;
    const sent = await sendFile(world, anna, bela.id, textFile('a.txt', 'secret words'));
    const copy = fileMessage(cleo.id, 'file', { file_id: sent.file_id });
    await world.befriend(anna, cleo);
    const other = await world.ok(anna, 'im/sendMessage', copy);
    await world.ok(anna, 'im/undoMessage', { id: sent.id });
    expect(await sweepReleased(core)).toBe(0);
    expect(await stored(other.content)).not.toBeNull();
    await world.ok(anna, 'im/delMessage', { id: other.id });
    const remove = vi.spyOn(core.uploads?.files ?? raise(), 'remove');
    remove.mockRejectedValueOnce(new Error('the disk is away'));
    await expect(sweepReleased(core)).rejects.toThrow('away');
    expect(await stored(other.content)).not.toBeNull();
    await sweepReleased(core);
    expect(await stored(other.content)).toBeNull();
    expect(await core.store.read((tx) => tx.files.released(9))).toEqual([]);
    remove.mockRestore();
  });

  it('FILE-5: removes the bytes seconds after a recall, a dissolved group or a deleted emoji', async () => {
    world.server.start();
    const group = await world.group(anna, [bela]);
    const recalled = await sendFile(world, anna, bela.id, textFile('a.txt', 'recalled'));
    const cleared = await sendFile(world, anna, group, textFile('b.txt', 'cleared'));
    const picture = await png(40, 40, 3);
    await upload(world, anna, { file: { ...picture, name: 'a.png' }, path: '/common/upload/uploadEmoji' });
    const [emoji] = await world.rows(anna, '/enterprise/emoji/index');
    await world.ok(anna, 'im/undoMessage', { id: recalled.id });
    await world.ok(anna, 'group/removeGroup', { id: group });
    await world.ok(anna, '/enterprise/emoji/del', { ids: [emoji?.id] });
    // The rows go with the requests, on both engines.
    await world.server.core.store.read(async (tx) => {
      expect(await tx.messages.byMsgId(msgId(recalled.msg_id))).toMatchObject({
        content: '',
        extra: null,
      });
      expect(await tx.messages.oldest(streamId(group), 9)).toEqual([]);
    });
    for (const address of [recalled.content, cleared.content, emoji?.src])
      expect(await stored(address)).not.toBeNull();
    await world.clock.advance(uploadLimits.releasedEveryMs);
    await vi.waitFor(async () => {
      for (const address of [recalled.content, cleared.content, emoji?.src])
        expect(await stored(address)).toBeNull();
    });
    for (const { file_id: id } of [recalled, cleared])
      expect(await world.server.core.store.read((tx) => tx.files.byId(Number(id)))).toBeNull();
  });
});

const raise = (): never => {
  throw new Error('no uploads');
};

const add = async (who: Person, shade: number) =>
  upload(world, who, {
    file: { ...(await png(40, 40, shade)), name: `face${shade}.png` },
    path: '/common/upload/uploadEmoji',
  });

describe('emoji', () => {
  const EMOJI = '/enterprise/emoji';
  const list = (who: Person) => world.rows(who, `${EMOJI}/index`);

  it('EMOJI-1: the newest is first; moving and deleting touch one’s own only', async () => {
    for (const shade of [1, 2, 3]) await add(anna, shade);
    const mine = await list(anna);
    expect(mine.map((row) => row.name)).toEqual(['face3', 'face2', 'face1']);
    expect((await fetched(world, mine[0]?.src)).headers.get('content-type')).toBe('image/png');
    await world.ok(anna, `${EMOJI}/move`, { ids: [mine[2]?.id, mine[1]?.id] });
    expect((await list(anna)).map((row) => row.name)).toEqual(['face1', 'face2', 'face3']);
    await world.ok(bela, `${EMOJI}/del`, { ids: mine.map((row) => row.id) });
    await world.ok(bela, `${EMOJI}/move`, { ids: mine.map((row) => row.id) });
    expect(await list(anna)).toHaveLength(3);
    await world.ok(anna, `${EMOJI}/del`, { ids: [mine[0]?.id] });
    expect((await list(anna)).map((row) => row.name)).toEqual(['face1', 'face2']);
    for (const ids of [[], 'x', null, [-1]])
      expect(await world.code(anna, `${EMOJI}/del`, { ids })).toBe(400);
  });

  it('EMOJI-2: a sent picture becomes an emoji as a separate copy, a stranger’s does not', async () => {
    const sent = await sendFile(world, anna, bela.id, await png(9, 9), 'image');
    expect(await world.code(cleo, `${EMOJI}/add`, { file_id: sent.file_id })).toBe(400);
    for (let time = 0; time < 2; time += 1) await world.ok(bela, `${EMOJI}/add`, { file_id: sent.file_id });
    const mine = await list(bela);
    expect(mine).toMatchObject([{ name: 'photo' }]);
    expect(mine[0]?.file_id).not.toBe(sent.file_id);
    await world.ok(anna, 'im/undoMessage', { id: sent.id });
    world.clock.jump(2 * DAY);
    await sweepFiles(world.server.core);
    expect([await status(sent.content), await status(mine[0]?.src)]).toEqual([410, 200]);
    expect(await world.code(bela, `${EMOJI}/add`, { file_id: sent.file_id })).toBe(400);
    const again = await world.ok(
      bela,
      'im/sendMessage',
      fileMessage(anna.id, 'emoji', { file_id: mine[0]?.file_id }),
    );
    expect(again).toMatchObject({ type: 'emoji', content: mine[0]?.src });
    const other = await sendFile(world, anna, bela.id, await png(9, 9, 77), 'image');
    await world.ok(bela, `${EMOJI}/add`, { file_id: other.file_id });
    await world.ok(bela, `${EMOJI}/del`, { ids: (await list(bela)).map((row) => row.id) });
    world.clock.jump(2 * DAY);
    await sweepFiles(world.server.core);
    expect(await status((await messages(bela, anna.id)).at(-1)?.content)).toBe(200);
    const text = await sendFile(world, anna, bela.id, textFile('a.txt', 'words'));
    expect(await world.call(bela, `${EMOJI}/add`, { file_id: text.file_id })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('jpg') as string,
    });
  });

  it('EMOJI-2: an emoji sent to me becomes mine; one of strangers does not, and no file does', async () => {
    await add(anna, 9);
    const [face] = await list(anna);
    const sent = await world.ok(
      anna,
      'im/sendMessage',
      fileMessage(bela.id, 'emoji', { file_id: face?.file_id }),
    );
    expect(sent).toMatchObject({ type: 'emoji', content: face?.src, file_id: face?.file_id, extends: null });
    expect(await world.code(cleo, `${EMOJI}/add`, { file_id: face?.file_id })).toBe(400);
    await world.ok(bela, `${EMOJI}/add`, { file_id: face?.file_id });
    await world.ok(bela, `${EMOJI}/add`, { file_id: face?.file_id });
    expect(await list(bela)).toMatchObject([{ src: face?.src }]);
    await world.ok(anna, `${EMOJI}/del`, { ids: [face?.id] });
    expect(await status((await list(bela))[0]?.src)).toBe(200);
    const file = await sendFile(world, anna, bela.id, textFile('a.txt', 'words'));
    expect(await world.code(bela, `${EMOJI}/add`, { file_id: file.file_id })).toBe(400);
    expect(await world.code(bela, `${EMOJI}/add`, { file_id: 9_999 })).toBe(400);
  });
});
