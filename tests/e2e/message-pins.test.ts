import { expect, it } from 'vitest';
import type { Person } from '../support/browser.ts';
import { choose, entry, meetHikers, openMenu } from '../support/hikers.ts';
import { ok } from '../support/http-user.ts';
import { type Arrived, bubble, button, messages, openChat, say, sees, sent } from '../support/person.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

const [one, two] = ['集合地点', 'what to bring'];

const bar = (person: Person) =>
  person.page.getByRole('region', { name: person.t('pins.title'), exact: true });
const isPinned = (person: Person, words: string) =>
  bar(person).getByRole('button', { name: words }).first().waitFor();

it('PINS-1, PINS-5, PINS-9: three people pin, step through, edit, take down, wide and narrow', async () => {
  const { a, b, c, group, groupId: id } = await meetHikers(stage);
  for (const person of [a, b, c]) await openChat(person, group);
  for (const words of [one, two]) {
    await say(a, group, words);
    await sent(a, group, words);
  }
  for (const person of [b, c]) await sees(person, group, two);

  // The owner pins by mouse, then by keys alone. All members see the pin at the top and the line in the chat.
  await choose(a, group, one, 'menu.pin');
  for (const person of [a, b, c]) await isPinned(person, one);
  await bubble(a, group, two).focus();
  await a.page.keyboard.press('Enter');
  await entry(a, 'menu.pin').waitFor();
  await entry(a, 'menu.pin').focus();
  await a.page.keyboard.press('Enter');
  for (const person of [a, b, c]) await isPinned(person, two);
  for (const person of [b, c])
    await messages(person, group)
      .getByText(person.t('pins.line', { count: 2, name: a.name }))
      .waitFor();
  await messages(a, group)
    .getByText(a.t('pins.lineYou', { count: 2 }))
    .waitFor();

  // A press leads there and brings the next one; after the oldest the newest.
  await bar(b).getByRole('button', { name: two }).click();
  await isPinned(b, one);
  await bar(b).getByRole('button', { name: one }).click();
  await isPinned(b, two);

  // The edited text appears in the bar.
  await choose(a, group, two, 'menu.edit');
  await a.page.getByRole('textbox').last().fill(`${two} 2`);
  await a.page.keyboard.press('Enter');
  for (const person of [b, c]) await isPinned(person, `${two} 2`);

  // A member may not pin until the group allows it; then also offline.
  await openMenu(c, group, one);
  expect(await entry(c, 'menu.unpin').count()).toBe(0);
  await c.page.keyboard.press('Escape');
  await ok(a.user.call('/enterprise/group/groupSetting', { id, setting: { pin: 1 } }));
  await expect
    .poll(
      async () => {
        await openMenu(c, group, one);
        const offered = await entry(c, 'menu.unpin').count();
        await c.page.keyboard.press('Escape');
        return offered;
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  await c.context.setOffline(true);
  await choose(c, group, `${two} 2`, 'menu.unpin');
  await isPinned(c, one);
  await c.context.setOffline(false);
  for (const person of [a, b]) await isPinned(person, one);

  // A recalled message is no longer pinned, and the list removes the other pins.
  await say(a, group, 'slip');
  await sent(a, group, 'slip');
  await choose(a, group, 'slip', 'menu.pin');
  await isPinned(b, 'slip');
  await ok(a.user.call('/enterprise/im/undoMessage', { id: await idOf(a, id, 'slip') }));
  for (const person of [a, b, c]) await isPinned(person, one);
  await button(b, b.t('pins.all')).click();
  const list = b.page.getByRole('dialog').filter({ hasText: b.t('pins.title') });
  await list.getByRole('button', { name: one }).waitFor();
  await list.getByRole('button', { name: b.t('pins.unpin'), exact: true }).click();
  for (const person of [a, b, c]) await bar(person).waitFor({ state: 'detached' });
});

async function idOf(person: Arrived, chat: string, words: string): Promise<string> {
  const rows = await ok(
    person.user.call<readonly { readonly id: string; readonly content: string }[]>(
      '/enterprise/im/getMessageList',
      { toContactId: chat, page: 1, limit: 20, peek: 1 },
    ),
  );
  return rows.find((row) => row.content === words)?.id ?? '';
}
