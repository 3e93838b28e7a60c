import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportLimits } from '../../src/server/kernel/limits.ts';
import { admin } from '../support/admin.ts';
import { localUploads, png, sendFile, textFile, wav, webm } from '../support/uploads.ts';
import { unzipped } from '../support/unzip.ts';
import { PASSWORD, startWorld, type Person, type World } from '../support/world.ts';

const DAY_MS = 86_400_000;
let world: World;
let anna: Person;
let bela: Person;
let cleo: Person;
let group: string;

const say = (who: Person, to: string | number, id: string, content: string) =>
  world.say(who, String(to), content, { id });
const chatOf = (...two: readonly Person[]) =>
  two
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .join('-');
const addressOf = async (who: Person): Promise<string> =>
  (await world.ok(who, 'im/exportData', { password: PASSWORD }))['download'];
const fetchFile = async (address: string): Promise<ReadonlyMap<string, string>> => {
  const response = await world.raw(address);
  expect(response.status).toBe(200);
  return unzipped(new Uint8Array(await response.arrayBuffer()));
};

describe('a user’s data as an archive', () => {
  beforeEach(async () => {
    world = await startWorld({ uploads: await localUploads(mkdtempSync(join(tmpdir(), 'parley-export-'))) });
    await world.person('boss');
    [anna, bela, cleo] = [await world.person('anna'), await world.person('bela'), await world.person('cleo')];
    await world.befriend(anna, bela);
    await world.befriend(bela, cleo);
    group = await world.group(bela, [cleo]);
    await say(bela, group, 'g1', 'before she came');
    await world.ok(bela, 'group/addGroupUser', { id: group, user_ids: [anna.id] });
    await say(cleo, group, 'g2', 'openly');
    await say(bela, anna.id, 'b1', 'to her <script>alert(1)</script> & "more"');
    await say(anna, bela.id, 'a1', 'from her');
    await say(anna, '-1', 'n1', 'her note');
    await say(bela, cleo.id, 'x1', 'behind her back');
    await sendFile(world, anna, bela.id, textFile('given.txt', 'bytes of hers'));
    await sendFile(world, bela, anna.id, textFile('got.txt', 'bytes of bela'));
    await world.ok(anna, 'im/keep', {
      name: `draft ${bela.id}`,
      op: 'o',
      value: { text: 'a draft', at: [], quote: null },
    });
    await world.ok(anna, 'im/keep', {
      name: 'status',
      op: 's',
      value: { emoji: '🌴', text: 'her status', untilMs: null },
    });
  });
  afterEach(() => world.close());

  it('DATA-7: the archive has the user’s own and readable data, as lines, files and pages', async () => {
    const files = await fetchFile(await addressOf(anna));
    const chat = chatOf(anna, bela);
    const names = [...files.keys()];
    for (const name of ['data.jsonl', 'index.html', `chats/${chat}.jsonl`, `chats/${chat}.html`])
      expect(names).toContain(name);
    const all = [...files.values()].join('\n');
    for (const words of [
      'her note',
      'a draft',
      'her status',
      'from her',
      'to her',
      'openly',
      'given.txt',
      'got.txt',
    ])
      expect(all).toContain(words);
    for (const words of [
      'before she came',
      'behind her back',
      'bytes of bela',
      PASSWORD,
      anna.token.slice(7),
    ])
      expect(all).not.toContain(words);
    expect(names.filter((name) => name.startsWith('files/'))).toHaveLength(1);
    expect(all).toContain('bytes of hers');
    for (const [name, text] of files)
      if (name.endsWith('.jsonl')) for (const line of text.trim().split('\n')) JSON.parse(line);
  });

  it('DATA-7: pages have local times, votes, reactions; a chat without messages has none', async () => {
    await world.clock.advance(18 * 3_600_000);
    const atMs = world.clock.nowMs();
    await say(bela, anna.id, 'late', 'late');
    await world.say(bela, String(anna.id), 'bus or car?', {
      id: 'p1',
      extends: { poll: { options: ['Bus', 'Car'] } },
    });
    await world.ok(anna, 'im/vote', { id: 'p1', options: [1] });
    await world.ok(anna, 'im/react', { id: 'late', emoji: '👍️', on: 1 });
    await world.group(anna, [bela], 'silent');
    const english = { 'accept-language': 'en' };
    const request = await world.call(anna, 'im/exportData', { password: PASSWORD }, english);
    const address = `${request.data['download']}?zone=Asia/Shanghai`;
    const answer = await world.raw(address);
    const files = unzipped(new Uint8Array(await answer.arrayBuffer()));
    const chat = files.get(`chats/${chatOf(anna, bela)}.html`) ?? '';
    // Eight hours before Greenwich, all year.
    const there = new Date(atMs + 8 * 3_600_000).toISOString();
    expect(answer.headers.get('content-disposition')).toContain(`parley-${there.slice(0, 10)}.zip`);
    expect(chat).toMatch(
      new RegExp(`<h2 class="day">\\w+,? ${Number(there.slice(8, 10))} \\w+ ${there.slice(0, 4)}<`),
    );
    expect(chat).toContain(`<time datetime="${new Date(atMs).toISOString()}">${there.slice(11, 16)}<`);
    expect(chat).toContain('<p>late</p><div class="marks">👍️ 1</div>');
    expect(chat).toContain('<li>Bus <span>0</span></li><li>Car <span>1</span></li>');
    expect(chat).toContain('1 person has voted');
    for (const [name, page] of files)
      if (/^chats.*html$/.test(name)) expect([name, page.includes('<article')]).toEqual([name, true]);
    expect(files.get('index.html')).not.toContain('silent');
  });

  it('DATA-7: pages show what a reply answers and an edit, nothing from before their time', async () => {
    await say(bela, anna.id, 'plan', 'tea < coffee?');
    const idOf = async (chat: string, id: string): Promise<number> => {
      const list = (
        await world.call(bela, 'im/getMessageList', { toContactId: chat, is_group: 1, limit: 50 })
      ).data as unknown as readonly { readonly id: string; readonly msg_id: number }[];
      return list.find((one) => one.id === id)?.msg_id ?? expect.fail(`no ${id}`);
    };
    await world.say(anna, String(bela.id), 'coffee', { id: 'r1', pid: await idOf(String(anna.id), 'plan') });
    await world.ok(anna, 'im/editMessage', { id: 'r1', content: 'coffee, please' });
    await world.say(bela, group, 'as I said', { id: 'r2', pid: await idOf(group, 'g1') });
    const english = { 'accept-language': 'en' };
    const request = await world.call(anna, 'im/exportData', { password: PASSWORD }, english);
    const files = await fetchFile(request.data['download']);
    const page = files.get(`chats/${chatOf(anna, bela)}.html`) ?? '';
    expect(page).toContain(
      '<span class="soft">edited</span><blockquote><b>bela name</b> tea &lt; coffee?</blockquote>' +
        '<p>coffee, please</p>',
    );
    expect(page.match(/>edited</g)).toHaveLength(1);
    const groupPage = files.get(`chats/${group}.html`) ?? '';
    expect(groupPage).toContain('<p>as I said</p>');
    expect(groupPage).not.toContain('<blockquote>');
    const line = files
      .get(`chats/${chatOf(anna, bela)}.jsonl`)
      ?.split('\n')
      .find((one) => one.includes('"r1"'));
    expect(JSON.parse(line ?? '')).toMatchObject({ edited: true, repliesTo: { text: 'tea < coffee?' } });
  });

  it('DATA-7: a long chat is there as a whole, the oldest first', async () => {
    const list = Array.from({ length: 450 }, (_, at) => at);
    for (const at of list) await say(bela, anna.id, `long ${at}`, `long ${at}`);
    const files = await fetchFile(await addressOf(anna));
    const chat = files.get(`chats/${chatOf(anna, bela)}.jsonl`) ?? '';
    const texts = [...chat.matchAll(/"text":"long (\d+)"/g)].map(([, at]) => Number(at));
    expect(texts).toEqual(list);
    const page = files.get(`chats/${chatOf(anna, bela)}.html`) ?? '';
    expect([...page.matchAll(/<p>long (\d+)<\/p>/g)].map(([, at]) => Number(at))).toEqual(list);
  });

  it('DATA-7: pages show the user’s own pictures, videos and voices in their place', async () => {
    await sendFile(world, anna, bela.id, await png(30, 20), 'image');
    await sendFile(world, anna, bela.id, wav(1), 'voice');
    await sendFile(world, anna, bela.id, webm(1, true), 'video');
    await sendFile(world, bela, anna.id, await png(40, 20), 'image');
    const files = await fetchFile(await addressOf(anna));
    const page = files.get(`chats/${chatOf(anna, bela)}.html`) ?? '';
    const own = [...page.matchAll(/<(img|audio|video) src="\.\.\/([^"]+)"/g)];
    expect(own.map(([, tag]) => tag)).toEqual(['img', 'audio', 'video']);
    for (const [, , path = ''] of own) expect(files.has(path)).toBe(true);
    expect(page).toMatch(/<a href="\.\.\/files\/\d+\.png"><img [^>]*alt="photo\.png"/);
    expect(page).not.toContain('/files/own');
    expect(page).not.toMatch(/[?&]s=/);
  });

  it('DATA-7: pages are words and links within the archive: no markup of people, no network', async () => {
    const files = await fetchFile(await addressOf(anna));
    for (const [name, page] of files) {
      if (!name.endsWith('.html')) continue;
      expect(page).toContain("default-src 'none'");
      expect(page).not.toMatch(/<script|https?:|src=/i);
      for (const [, link = ''] of page.matchAll(/href="([^"]+)"/g))
        expect([...files.keys()]).toContain(link.replace(/^\.\.\//, ''));
    }
    const chat = chatOf(anna, bela);
    expect(files.get(`chats/${chat}.html`)).toContain('&amp; &quot;more&quot;');
    expect(files.get('index.html')).toContain('我的数据');
    const english = await world.call(anna, 'im/exportData', { password: PASSWORD }, { lang: 'en' });
    expect(english.code).toBe(0);
  });

  it('DATA-9, PUSH-4: pages name deleted accounts and group announcements in one language', async () => {
    await world.ok(bela, 'group/setNotice', { id: group, notice: 'we move' });
    await admin(world, 'user', 'erase', 'bela', 'stay');
    const request = await world.call(
      anna,
      'im/exportData',
      { password: PASSWORD },
      { 'accept-language': 'en' },
    );
    const files = await fetchFile(request.data['download']);
    const chat = files.get(`chats/${chatOf(anna, bela)}.html`) ?? '';
    expect(chat).toContain('<h1>Deleted account</h1>');
    expect(chat).toContain('<b>Deleted account</b>');
    expect(files.get(`chats/${group}.html`)).toContain('Group notice: we move');
    for (const [name, page] of files) if (name.endsWith('.html')) expect(page).not.toMatch(/\p{Script=Han}/u);
  });

  it('DATA-7: needs the password, is an entry, few a day, one at a time; its address expires', async () => {
    for (const password of ['', 'wrong-1'])
      expect(await world.code(anna, 'im/exportData', { password })).not.toBe(0);
    expect(await world.code(null, 'im/exportData', { password: PASSWORD })).toBe(-1);
    const address = await addressOf(anna);
    const running = await world.raw(address);
    expect(running.status).toBe(200);
    expect((await world.raw(address)).status).toBe(429);
    await running.body?.cancel();
    expect((await world.raw(address)).status).toBe(410);
    // Only GET has an archive, so no used address looks valid.
    expect((await world.raw(address, { method: 'HEAD' })).status).toBe(405);
    const changed = [address.replace(`/${anna.id}-`, `/${bela.id}-`), `${address}0`, '/files/own/x'];
    for (const made of changed) expect((await world.raw(made)).status).toBe(404);
    await world.clock.advance(121_000);
    expect((await world.raw(address)).status).toBe(410);
    await addressOf(anna);
    await addressOf(anna);
    expect(await world.code(anna, 'im/exportData', { password: PASSWORD })).not.toBe(0);
    const entries = await world.server.core.store.read((tx) => tx.audit.page(0, 500));
    const reports = entries.filter(({ what }) => what === 'data exported');
    expect(reports.map(({ by }) => by)).toEqual(Array.from({ length: 3 }, () => `user ${anna.id}`));
    await world.clock.advance(DAY_MS);
    await addressOf(anna);
  });

  it('DATA-7: an address is fetched once, also by two who ask at the same moment', async () => {
    const address = await addressOf(anna);
    expect((await fetchFile(address)).size).toBeGreaterThan(3);
    expect((await world.raw(address)).status).toBe(410);
    const both = await addressOf(anna);
    const answers = await Promise.all([world.raw(both), world.raw(both)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { body } of answers) await body?.cancel();
    expect((await world.raw(both)).status).toBe(410);
  });

  it('DATA-7: a log-out of the session that asked ends the address and what is under way', async () => {
    const again = await world.login('anna');
    const [address, other] = [await addressOf(anna), await addressOf(again)];
    await world.ok(anna, '/common/pub/logout');
    expect((await world.raw(address)).status).toBe(404);
    for (let at = 0; at < 3; at += 1) await world.group(again, [bela], `Team ${at}`);
    const running = (await world.raw(other)).body?.getReader();
    expect((await running?.read())?.done).toBe(false);
    await world.ok(again, '/common/pub/logout');
    const rest = async () => {
      for (let part = await running?.read(); part?.done === false; part = await running?.read());
    };
    await expect(rest()).rejects.toThrow('has ended');
  });

  it('DATA-7: four archives at a time on a node; an unread one keeps its place for six hours', async () => {
    const others: Person[] = [];
    for (let many = 0; many < exportLimits.atOnce - 1; many += 1)
      others.push(await world.person(`more.${many}`));
    const bodies = [];
    for (const who of [anna, ...others]) bodies.push((await world.raw(await addressOf(who))).body);
    const refused = await world.raw(await addressOf(bela));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    // One that is broken off has its place free at once.
    await bodies.pop()?.cancel();
    const accepted = (await world.raw(await addressOf(bela))).body;
    expect((await world.raw(await addressOf(cleo))).status).toBe(429);
    await world.clock.advance(exportLimits.longestMs);
    expect((await world.raw(await addressOf(cleo))).status).toBe(429);
    await world.clock.advance(1);
    expect((await fetchFile(await addressOf(cleo))).size).toBeGreaterThan(3);
    // Downloads after that time do not end those of other users.
    const again = (await world.raw(await addressOf(anna))).body;
    await bodies[0]?.cancel();
    expect((await world.raw(await addressOf(anna))).status).toBe(429);
    for (const body of [again, accepted, ...bodies.slice(1)]) await body?.cancel();
  });

  it('DATA-7: a user who was erased or disabled before the download gets nothing', async () => {
    const address = await addressOf(anna);
    await world.ok(anna, 'im/eraseAccount', { password: PASSWORD });
    expect((await world.raw(address)).status).toBe(404);
  });
});
