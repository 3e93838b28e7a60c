import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { messageId } from '../../src/domain/ids.ts';
import { previewLimits as limits } from '../../src/server/kernel/limits.ts';
import { sweepFiles } from '../../src/server/features/uploads/sweep.ts';
import type { Fields } from '../support/fields.ts';
import { blackPng, fetched, localUploads, png } from '../support/uploads.ts';
import { COVER, HTML, OTHER, PAGE, scriptedPages, type CardRow } from '../support/web-pages.ts';
import { startWorld, type Person, type World } from '../support/world.ts';

let world: World;
let pages: ReturnType<typeof scriptedPages>;
let anna: Person;
let bela: Person;
let cleo: Person;
let group: string;
beforeEach(async () => {
  pages = scriptedPages();
  world = await startWorld({ uploads: await localUploads(), pages });
  [anna, bela, cleo] = [await world.person('anna'), await world.person('bela'), await world.person('cleo')];
  await world.befriend(anna, bela);
  await world.befriend(anna, cleo);
  group = await world.group(anna, [bela]);
});
afterEach(() => world.close());

let made = 0;
const send = (who: Person, to: string | number, content: string, more: object = { preview: 1 }) =>
  world.say(who, to, content, { id: `p-${(made += 1)}`, ...more });
const edit = (who: Person, id: unknown, content: string, more: object = { preview: 1 }) =>
  world.call(who, 'im/editMessage', { id, content, ...more });
const remove = (who: Person, id: unknown) => world.call(who, 'im/removePreview', { id });
const list = (who: Person, to: string | number, more: object = { peek: 1 }) =>
  world.rows(who, 'im/getMessageList', { toContactId: to, page: 1, limit: 50, ...more });
const linkOf = async (who: Person, to: string | number, id: unknown): Promise<CardRow | undefined> =>
  (await list(who, to)).find((row) => row['id'] === id)?.['link'] as CardRow | undefined;
const stored = (id: unknown) => world.server.core.store.read((tx) => tx.messages.byId(messageId(String(id))));

/** Pictures are decoded outside the virtual clock. */
const until = (is: () => Promise<boolean>) =>
  expect
    .poll(
      async () => {
        await world.settle();
        return is();
      },
      { timeout: 20_000 },
    )
    .toBe(true);
const linked = (id: unknown) => until(async () => (await stored(id))?.extra?.['link'] !== undefined);
/** Waits until no request is under way. */
const quiet = async () => {
  for (let round = 0; round < 20; round += 1) await world.settle();
};

const withCover = async () => {
  pages.put(PAGE, HTML);
  pages.put(COVER, (await png(1_200, 600)).bytes);
};
const setPreviews = (linkPreview: boolean) =>
  world.setConfig((config) => ({ ...config, chatInfo: { ...config.chatInfo, linkPreview } }));

describe('a card', () => {
  it('PREVIEW-7: a preview is an event after the message, and is in the history', async () => {
    await withCover();
    const sockets = [await world.online(anna), await world.online(bela)];
    const { id, n } = await send(anna, group, `look: ${PAGE} and ${OTHER}`);
    await linked(id);
    const link = {
      url: PAGE,
      title: 'A & B',
      text: 'What it is about',
      site: 'Site',
      picture: { src: expect.stringMatching(/^\/files\//), width: 640, height: 320 },
    };
    for (const socket of sockets)
      expect(socket.of('previewed').map(({ data }) => data)).toEqual([
        { id, msg_id: expect.any(Number), n, toContactId: group, from_user: anna.id, at: n + 1, link },
      ]);
    expect(await linkOf(bela, group, id)).toEqual(link);
    expect(pages.asked).toEqual([PAGE, COVER]);
  });

  it('PREVIEW-6: its picture is drawn again, and only readers of the message may get it', async () => {
    await withCover();
    const { id } = await send(anna, group, PAGE);
    await linked(id);
    const src = (await linkOf(bela, group, id))?.picture?.src ?? '';
    const response = await fetched(world, src);
    expect(response.status).toBe(200);
    const { format, width, exif } = await sharp(response.bytes).metadata();
    expect([format, width, exif]).toEqual(['webp', 640, undefined]);
    const quota = await world.ok(anna, 'files/quota');
    expect(quota['files']).toMatchObject({ used: 0 });
    expect(await world.rows(bela, 'files/index', {})).toEqual([]);
  });

  it('PREVIEW-1: only where it is asked for, of the first address, not in code or a spoiler', async () => {
    pages.put(PAGE, HTML);
    pages.put(OTHER, '<title>Other</title>');
    await send(anna, group, PAGE, {});
    await send(anna, group, 'no address');
    await send(anna, group, `\`${PAGE}\` ||${PAGE}||`, { preview: 1, extends: { format: 'md' } });
    await send(anna, group, 'https://someone:secret@site.test/page');
    await quiet();
    expect(pages.asked).toEqual([]);
    const { id } = await send(anna, group, `||${PAGE}|| [words](${OTHER})`, {
      preview: 1,
      extends: { format: 'md' },
    });
    await linked(id);
    expect(pages.asked).toEqual([OTHER]);
    expect(await linkOf(bela, group, id)).toMatchObject({
      title: 'Other',
      site: 'other.test',
      picture: null,
    });
  });

  it('PREVIEW-1, CONF-22: the operator’s switch stops all page requests, also waiting ones', async () => {
    await withCover();
    const release = pages.hold();
    await send(anna, group, PAGE);
    await world.settle();
    expect(pages.asked).toEqual([PAGE]);
    await setPreviews(false);
    release();
    await send(anna, group, `${PAGE} again`);
    await quiet();
    expect(pages.asked).toEqual([PAGE]);
    const info = await world.ok(null, '/common/pub/getSystemInfo');
    expect(info['chatInfo']).toMatchObject({ linkPreview: 0 });
  });

  it('PREVIEW-2: a send does not wait for it, and nothing fails with it', async () => {
    const release = pages.hold();
    const { id } = await send(anna, group, PAGE);
    expect((await list(bela, group)).at(-1)?.['id']).toBe(id);
    release();
    await quiet();
    expect(await linkOf(bela, group, id)).toBeUndefined();
    expect(world.log.filter(({ what }) => what.includes('preview'))).toEqual([]);
  });

  it('PREVIEW-4: after three seconds it is given up', async () => {
    await withCover();
    pages.hold();
    const { id } = await send(anna, group, PAGE);
    await world.clock.advance(limits.requestMs);
    await quiet();
    expect(pages.asked).toEqual([PAGE]);
    expect((await stored(id))?.extra).toBeNull();
  });

  it('PREVIEW-2: a limited number is made at a time, and a limited number of one user waits', async () => {
    const release = pages.hold();
    for (let at = 0; at < 30; at += 1) await send(anna, group, `https://site.test/${at}`);
    await world.settle();
    expect(pages.asked).toHaveLength(limits.ofPersonAtOnce);
    release();
    await quiet();
    expect(pages.asked).toHaveLength(limits.ofPersonAtOnce + limits.waitingOfPersonMax);
  });

  it('PREVIEW-2: a hundred of one person in ten minutes cost sixty requests', async () => {
    for (let at = 0; at < 100; at += 1) await send(anna, group, `https://site.test/${at}`);
    await quiet();
    expect(pages.asked).toHaveLength(limits.ofPersonRate.times);
  });

  it('PREVIEW-2: each message of an array gets its own, a repeat none again', async () => {
    pages.put(PAGE, HTML);
    pages.put(OTHER, '<title>Other</title>');
    const items = [PAGE, OTHER].map((content, at) => ({
      id: `array-${at}`,
      toContactId: group,
      type: 'text',
      content,
      preview: 1,
    }));
    await world.ok(anna, 'im/sendMessage', items);
    await linked('array-0');
    await linked('array-1');
    const requestCount = pages.asked.length;
    await world.ok(anna, 'im/sendMessage', items);
    await quiet();
    expect(pages.asked).toHaveLength(requestCount);
  });

  it('PREVIEW-7: moves neither count nor unread, nor the list', async () => {
    await withCover();
    const { id } = await send(anna, bela.id, PAGE);
    const before = await world.contact(bela, anna.id);
    await linked(id);
    expect({ ...(await world.contact(bela, anna.id)), seq: 0 }).toEqual({ ...before, seq: 0 });
  });

  it('PREVIEW-9: plain clients get no frame of it, and their history says nothing of it', async () => {
    await withCover();
    const plain = await world.online(bela, { plain: true });
    const { id } = await send(anna, bela.id, `see ${PAGE}`);
    await linked(id);
    expect(plain.frames.filter((frame) => JSON.stringify(frame).includes('What it is about'))).toEqual([]);
    expect(plain.of('previewed')).toEqual([]);
    const [row] = (await list(bela, anna.id, {})).slice(-1);
    expect(row).toMatchObject({ id, type: 'text' });
    expect(row).not.toHaveProperty('link');
    expect(JSON.stringify(row)).not.toContain('What it is about');
  });
});

describe('pages of other people', () => {
  it.each([
    ['scripts in titles are words', '<title><script>alert(1)</script></title>', '<script>alert(1)</script>'],
    [
      'elements are words',
      '<meta property="og:title" content="&lt;b onclick=x&gt;bold">',
      '<b onclick=x>bold',
    ],
    ['on one line', '<title>  one\n\n two\t </title>', 'one two'],
    ['no turned directions', '<title>gpj\u202eexe.fdp</title>', 'gpjexe.fdp'],
    ['the title of a drawing is none', '<svg><title>icon</title></svg><title>page</title>', 'page'],
    ['twitter where og is missing', '<meta name="twitter:title" content="bird"><title>page</title>', 'bird'],
    ['empty ones do not count', '<meta property="og:title" content=" "><title>page</title>', 'page'],
  ])('PREVIEW-5: %s', async (_what, html, title) => {
    pages.put(PAGE, html);
    const { id } = await send(anna, group, PAGE);
    await linked(id);
    expect((await linkOf(bela, group, id))?.title).toBe(title);
  });

  it('PREVIEW-5: long words are cut, and a page is left where it is nested too deep', async () => {
    pages.put(PAGE, `<title>${'é'.repeat(5_000)}</title>`);
    const { id } = await send(anna, group, PAGE);
    await linked(id);
    expect([...((await linkOf(bela, group, id))?.title ?? '')]).toHaveLength(limits.titleMax);
    const nested = `${'<a>'.repeat(80_000)}${'</b>'.repeat(60_000)}`;
    // The later one would count.
    pages.put(OTHER, `<title>before</title>${nested}<meta property="og:title" content="after">`);
    const deep = await send(anna, group, OTHER);
    await linked(deep.id);
    expect((await linkOf(bela, group, deep.id))?.title).toBe('before');
  });

  it('PREVIEW-6: a bomb, a tiny picture, or another file gives a preview without a picture', async () => {
    const bomb = blackPng(12_000, 12_000).bytes;
    for (const bytes of [bomb, (await png(1, 1)).bytes, new TextEncoder().encode('<svg/>')]) {
      pages.put(PAGE, HTML);
      pages.put(COVER, bytes);
      const { id } = await send(anna, group, PAGE);
      await linked(id);
      expect(await linkOf(bela, group, id)).toMatchObject({ title: 'A & B', picture: null });
    }
  });

  it('PREVIEW-4: a picture itself is its card; a page without a word has none', async () => {
    pages.put(COVER, (await png(100, 200)).bytes);
    pages.put(OTHER, '<p>nothing in the head</p>');
    const { id } = await send(anna, group, COVER);
    await linked(id);
    expect(await linkOf(bela, group, id)).toMatchObject({
      title: '',
      site: 'site.test',
      picture: { width: 100, height: 200 },
    });
    const { id: none } = await send(anna, group, OTHER);
    await quiet();
    expect((await stored(none))?.extra).toBeNull();
  });

  it('PREVIEW-6: without space a preview has no picture', async () => {
    await world.close();
    const uploads = await localUploads();
    world = await startWorld({
      pages,
      uploads: { ...uploads, files: { ...uploads.files, freeBytes: () => Promise.resolve(0) } },
    });
    anna = await world.person('anna');
    await withCover();
    const { id } = await send(anna, -1, PAGE);
    await linked(id);
    expect(await linkOf(anna, -1, id)).toMatchObject({ title: 'A & B', picture: null });
  });
});

const sentWithCard = async () => {
  await withCover();
  const { id } = await send(anna, group, PAGE);
  await linked(id);
  return { id, src: (await linkOf(bela, group, id))?.picture?.src ?? '' };
};

describe('a card that goes', () => {
  const FORMER = ['What it is about', 'A & B'];
  /** Neither the row nor a sync answer contains it, and its picture is not served. */
  const isGone = async (src: string) => {
    const sync = await world.call(bela, 'im/sync', { cursor: '' });
    for (const words of FORMER) expect(JSON.stringify(sync.data)).not.toContain(words);
    expect((await fetched(world, src)).status).toBe(404);
    await world.clock.advance(3 * 86_400_000);
    expect(await sweepFiles(world.server.core)).toBe(1);
  };
  it('PREVIEW-8: the author removes it for all members, and it is not made again', async () => {
    const { id, src } = await sentWithCard();
    const socket = await world.online(bela);
    expect((await remove(anna, id)).code).toBe(0);
    expect((await remove(anna, id)).code).toBe(0);
    await world.settle();
    expect(socket.of('previewed').map(({ data }) => data['link'])).toEqual([null]);
    expect(await linkOf(bela, group, id)).toBeUndefined();
    const requestCount = pages.asked.length;
    expect((await edit(anna, id, `once more ${PAGE}`)).code).toBe(0);
    await quiet();
    expect(pages.asked).toHaveLength(requestCount);
    expect(await linkOf(bela, group, id)).toBeUndefined();
    await isGone(src);
  });

  it('PREVIEW-8: no other user removes it, and removing a missing one sends no event', async () => {
    const { id } = await sentWithCard();
    expect((await remove(bela, id)).code).toBe(400);
    expect((await remove(cleo, id)).code).toBe(400);
    expect((await remove(anna, 'no-such-message')).code).toBe(400);
    expect(await linkOf(bela, group, id)).toMatchObject({ title: 'A & B' });
  });

  it.each(['undoMessage', 'delMessage'])('PREVIEW-8: %s takes it along', async (call) => {
    const { id, src } = await sentWithCard();
    await world.ok(anna, `/enterprise/im/${call}`, { id });
    await isGone(src);
  });

  it('PREVIEW-8: clearing takes it along', async () => {
    const { src } = await sentWithCard();
    await world.ok(anna, 'group/clearMessage', { id: group });
    await isGone(src);
  });

  it('PREVIEW-8: an edit keeps it while the address stays, and takes it with the address', async () => {
    const { id, src } = await sentWithCard();
    const socket = await world.online(bela);
    await edit(anna, id, `still ${PAGE}`);
    expect(await linkOf(bela, group, id)).toMatchObject({ title: 'A & B' });
    expect((await fetched(world, src)).status).toBe(200);
    await edit(anna, id, 'no address');
    await world.settle();
    expect(socket.frames.map(({ type }) => type)).toEqual(['updateMessage', 'previewed', 'updateMessage']);
    expect(await linkOf(bela, group, id)).toBeUndefined();
    await isGone(src);
  });

  it('PREVIEW-8: an edit with another address gets another card where it asks for one', async () => {
    const { id } = await sentWithCard();
    pages.put(OTHER, '<title>Other</title>');
    await edit(anna, id, OTHER, {});
    await quiet();
    expect(await linkOf(bela, group, id)).toBeUndefined();
    await edit(anna, id, `now ${OTHER}`);
    await linked(id);
    expect(await linkOf(bela, group, id)).toMatchObject({ url: OTHER, title: 'Other' });
  });

  it.each([
    ['taken back', (id: unknown) => world.ok(anna, 'im/undoMessage', { id })],
    ['deleted', (id: unknown) => world.ok(anna, 'im/delMessage', { id })],
    ['edited', (id: unknown) => edit(anna, id, 'other words')],
  ])('PREVIEW-8: a message that was %s during the request gets no preview', async (_how, change) => {
    await withCover();
    const release = pages.hold();
    const { id } = await send(anna, group, PAGE);
    await world.settle();
    await change(id);
    release();
    await quiet();
    expect((await stored(id))?.extra?.['link']).toBeUndefined();
    expect(JSON.stringify(await list(bela, group))).not.toContain('What it is about');
  });

  it('PREVIEW-8: a copy that is passed on keeps it when the first one goes', async () => {
    const { id } = await sentWithCard();
    const { msg_id } = (await list(anna, group)).at(-1) as Fields;
    await world.ok(anna, 'im/forwardMessage', { user_ids: [cleo.id], msg_id });
    await world.ok(anna, 'im/delMessage', { id });
    const copy = (await list(cleo, anna.id)).at(-1)?.['link'] as CardRow | undefined;
    expect(copy).toMatchObject({ title: 'A & B' });
    expect((await fetched(world, copy?.picture?.src)).status).toBe(200);
  });
});
