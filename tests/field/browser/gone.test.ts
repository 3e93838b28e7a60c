import { expect, it } from 'vitest';
import { go, narrow, wide } from '../../support/browser.ts';
import { newGroup, ok, password } from '../../support/http-user.ts';
import { type Arrived, arriveAsFriends, composer, messages, openChat, row } from '../../support/person.ts';
import { send, sendUpload } from '../../support/said.ts';
import { setStage } from '../../support/stage.ts';
import { until } from '../../support/until.ts';
import { textFile } from '../../support/uploads.ts';

const stage = setStage();
const im = '/enterprise/im';

interface StoredRow {
  readonly id: string;
  readonly msg_id: number;
}

/** Everything on the page that is read or heard. */
const readVisible = ({ page }: Arrived): Promise<string> =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll('[aria-label], [title]')].map(
      (one) => `${one.getAttribute('aria-label') ?? ''} ${one.getAttribute('title') ?? ''}`,
    );
    return [document.body.innerText, ...labels].join('\n');
  });

it('BLOCK-17: no place shows the words, files or names of a blocked member', async () => {
  const { url } = await stage.commonServer();
  const [a, b, c] = await arriveAsFriends(
    stage,
    url,
    ['Anna Lake', { language: 'en', size: wide }],
    ['Bela Hill', 'away'],
    ['Carla Moor', 'away'],
  );
  const group = await newGroup(a.user, [b.user, c.user], 'Crew');
  await row(a, 'Crew').waitFor();
  const mine = await send(a.user, group, 'mine');
  await ok(b.user.call(`${im}/react`, { id: mine, emoji: '👍', on: 1 }));
  await ok(c.user.call(`${im}/react`, { id: mine, emoji: '👍', on: 1 }));
  const pinned = await send(b.user, group, 'secretword pinned', { at: [a.user.id] });
  await ok(a.user.call(`${im}/pinMessage`, { id: pinned, on: 1 }));
  await ok(
    a.user.call(`${im}/setReminder`, { id: pinned, remindTime: Math.floor(Date.now() / 1_000) + 86_400 }),
  );
  await sendUpload(b.user, group, 'file', textFile('secretword.txt', 'x '.repeat(99)));
  const list = { toContactId: group, is_group: 1, page: 1, limit: 100, peek: 1 };
  const rows = await ok(c.user.call<readonly StoredRow[]>(`${im}/getMessageList`, list));
  await send(c.user, group, 'an answer', { pid: rows.find(({ id }) => id === pinned)?.msg_id });

  await openChat(a, 'Crew');
  await a.page.getByText('secretword pinned').first().waitFor();
  await ok(a.user.call(`${im}/blockPerson`, { id: b.user.id, on: 1 }));
  const line = a.t('chat.folded');
  await messages(a, 'Crew').getByRole('button', { name: line }).first().waitFor();
  expect(await readVisible(a)).not.toContain('secretword');
  await a.page.getByRole('button', { name: a.t('pins.all') }).click();
  await a.page.getByRole('dialog').getByText(line).waitFor();
  await a.page.keyboard.press('Escape');
  for (const [path, isFolded] of [
    ['/pages/index/search?type=1&keywords=secretword', true],
    [`/pages/message/record?id=${group}`, true],
    [`/pages/mine/later`, true],
    [`/pages/message/record?id=${group}&type=file`, true],
    ['/?view=files', false],
  ] as const) {
    await go(a, path);
    if (isFolded) await a.page.getByRole('main').getByText(line).first().waitFor();
    else await a.page.getByRole('main').getByText(a.t('files.none')).waitFor();
    const text = await readVisible(a);
    expect([path, text.replace('keywords=secretword', '').includes('secretword pinned')]).toEqual([
      path,
      false,
    ]);
    expect([path, text.includes('secretword.txt')]).toEqual([path, false]);
  }
  await ok(a.user.call(`${im}/blockPerson`, { id: b.user.id, on: 0 }));
  await a.page.getByText('secretword.txt').first().waitFor();
});

it('DATA-15: the chat with a deleted account has no composer and offers no call', async () => {
  const { url } = await stage.commonServer();
  const [a, b] = await arriveAsFriends(
    stage,
    url,
    ['Anna Lake', { language: 'en', size: narrow }],
    ['Bela Hill', 'away'],
  );
  await send(b.user, String(a.user.id), 'bye');
  await openChat(a, 'Bela Hill');
  await a.page.getByText('bye', { exact: true }).last().waitFor();
  await ok(b.user.call(`${im}/eraseAccount`, { password }));
  const deletedText = a.t('contact.erased');
  await a.page.getByRole('status').getByText(a.t('reach.erased')).waitFor();
  expect(await composer(a, deletedText).count()).toBe(0);
  expect(await a.page.getByRole('button', { name: a.t('call.way') }).count()).toBe(0);
  await go(a, `/pages/contacts/detail?id=${b.user.id}`);
  await a.page.getByRole('heading', { name: deletedText }).waitFor();
  expect(await readVisible(a)).not.toMatch(/已注销|deleted \d/);
  expect(await a.page.getByRole('button', { name: a.t('call.way') }).count()).toBe(0);
  await go(a, '/pages/index/userSelection?type=3');
  const candidates = a.page.getByRole('checkbox');
  await until(async () => expect(await candidates.allInnerTexts()).toEqual([a.t('contact.favourites')]));
  await go(a, '/pages/index/userSelection?type=1');
  await a.page.getByText(a.t('sel.noPeople')).waitFor();
  expect(await candidates.count()).toBe(0);
});
