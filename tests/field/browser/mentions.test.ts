import { expect, it } from 'vitest';
import { go, narrow, type Person, wide } from '../../support/browser.ts';
import { befriend, newGroup, ok, signUp } from '../../support/http-user.ts';
import { arriveAsFriends, bubble, composer, grouped, messages, openChat, row } from '../../support/person.ts';
import { send } from '../../support/said.ts';
import { setStage } from '../../support/stage.ts';
import { until } from '../../support/until.ts';

const stage = setStage();

interface Row {
  readonly id: string;
  readonly unread: number;
  readonly is_at: number;
}

it('COUNT-14, COUNT-16, COUNT-15: only a picked mention is read, nothing that the jump skipped', async () => {
  const { url } = await stage.commonServer();
  const [a, b] = await arriveAsFriends(
    stage,
    url,
    ['Anna Lake', { language: 'en' }],
    ['Bela Hill', { language: 'en' }],
  );
  const group = await grouped(a, [b], 'Crew');
  const early = await send(a.user, group, 'early words.');
  await openChat(b, 'Crew');
  await bubble(b, 'Crew', 'early words.').waitFor();
  const figures = async () => {
    const rows = await ok(b.user.call<readonly Row[]>('/enterprise/im/getContacts', {}));
    const match = rows.find(({ id }) => id === group);
    return [match?.unread, match?.is_at];
  };
  await until(async () => expect(await figures()).toEqual([0, 0]));
  await openChat(b, 'Anna Lake');
  for (let at = 1; at <= 60; at += 1)
    await send(a.user, group, `line ${at}.`, { at: at === 30 || at === 44 ? [b.user.id] : [] });
  await until(async () => expect(await figures()).toEqual([60, 2]));

  await openChat(b, 'Crew');
  const pill = b.page.getByRole('button', { name: b.t('chat.mentionedBy', { count: 2 }) });
  await pill.click();
  await b.page.getByRole('dialog').getByText('line 44.').click();
  await bubble(b, 'Crew', 'line 44.').waitFor();
  await until(async () => expect((await figures())[1]).toBe(1));
  // The window already counts these reads, though the server may not have them yet.
  const badges = await row(b, 'Crew')
    .locator('[aria-label]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  const unread = badges.flatMap((label) => /^(\d+) unread$/.exec(label)?.[1] ?? []).map(Number);
  expect(unread).toEqual([expect.any(Number)]);
  expect(unread[0]).toBeGreaterThan(30);
  expect((await figures())[0]).toBeGreaterThan(30);

  // A user who goes to the end has skipped the messages in between.
  await b.page.getByTitle(b.t('chat.toBottom')).click();
  await until(async () => expect((await figures())[0]).toBe(0));
  expect((await figures())[1]).toBe(1);

  await ok(b.user.call('/enterprise/im/readAtMsg', { toContactId: group }));
  await until(async () => expect(await figures()).toEqual([0, 0]));
  await openChat(b, 'Anna Lake');
  await ok(
    a.user.call('/enterprise/im/editMessage', {
      id: early,
      content: 'early words for Bela.',
      at: [b.user.id],
    }),
  );
  await until(async () => expect(await figures()).toEqual([0, 1]));
  await row(b, 'Crew').getByText('@').first().waitFor();
});

const readDrawing = (person: Person) => messages(person, 'Hikers').locator('[data-mention]').allInnerTexts();

it('MENTION-5, MENTION-7: a picked mention opens the profile of its user and follows a rename', async () => {
  const { url } = await stage.commonServer();
  const light = { language: 'en', theme: 'light', size: wide } as const;
  const [a, b] = await arriveAsFriends(
    stage,
    url,
    ['Anna Lake', light],
    ['Bela Hill', { ...light, theme: 'dark', size: narrow }],
  );
  const namesakes = [await signUp(url, 'Cleo Moor'), await signUp(url, 'Cleo Moor')] as const;
  for (const one of namesakes) await befriend(a.user, one);
  const group = await newGroup(a.user, [b.user, ...namesakes], 'Hikers');
  await openChat(a, 'Hikers');
  await openChat(b, 'Hikers');

  const pick = async (typed: string, option: string) => {
    await composer(a, 'Hikers').pressSequentially(typed);
    await a.page.getByRole('option', { name: option }).click();
  };
  await pick('Saturday at eight: @Cle', namesakes[1].account);
  await pick('and @Bel', 'Bela Hill');
  await composer(a, 'Hikers').pressSequentially('?');
  await composer(a, 'Hikers').press('Enter');
  const first = `@Cleo Moor (${namesakes[1].account})`;
  for (const person of [a, b])
    await until(async () => expect(await readDrawing(person)).toEqual([first, '@Bela Hill']));
  if (process.env['PICTURES']) {
    await a.page.screenshot({ path: `${process.env['PICTURES']}/mention-wide.png` });
    await b.page.screenshot({ path: `${process.env['PICTURES']}/mention-narrow.png` });
  }

  await ok(
    namesakes[1].call('/enterprise/im/updateUserInfo', {
      realname: 'Cleo Berg',
      sex: 2,
      motto: '',
      email: '',
    }),
  );
  const second = `@Cleo Berg (${namesakes[1].account})`;
  for (const person of [a, b]) await until(async () => expect((await readDrawing(person))[0]).toBe(second));
  await row(a, 'Hikers').getByText(second).waitFor();

  await messages(b, 'Hikers').getByRole('link', { name: second }).click();
  await b.page.getByText(namesakes[1].account).filter({ visible: true }).first().waitFor();
  await go(b, `/pages/message/chat?id=${group}`);
  await until(async () => expect(await readDrawing(b)).toEqual([second, '@Bela Hill']));
});
