import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { narrow, type Person, wide } from '../../support/browser.ts';
import { choose } from '../../support/hikers.ts';
import { type HttpUser, ok } from '../../support/http-user.ts';
import { arriveAsFriends, button, grouped, messages, openChat, row } from '../../support/person.ts';
import { setStage } from '../../support/stage.ts';

const stage = setStage();
const GROUP = 'Hiking';
const en = { language: 'en' } as const;

/** The lines of a message that is higher than the chat. */
async function sendLines(from: HttpUser, to: string): Promise<void> {
  const items = Array.from({ length: 80 }, (_, at) => ({
    id: randomUUID(),
    toContactId: to,
    is_group: 1,
    type: 'text',
    content: `line ${at + 1}.`,
    at: [],
    sendTime: 0,
  }));
  for (const half of [items.slice(0, 40), items.slice(40)])
    await ok(from.call('/enterprise/im/sendMessage', half));
}

/** Opens the chat, reads to its end, and scrolls up. */
async function readUp(person: Person): Promise<void> {
  const { page, t } = person;
  await row(person, GROUP).getByText('line 80.').waitFor();
  await openChat(person, GROUP);
  await page.getByTitle(t('chat.toBottom')).click();
  await expect.poll(() => offCentre(person, 'line 80.'), { timeout: 20_000 }).toBeLessThan(500);
  await messages(person, GROUP).hover();
  const scroll = async (): Promise<number> => {
    const off = await offCentre(person, 'line 40.');
    if (Math.abs(off) > 150) await page.mouse.wheel(0, off);
    return Math.abs(off);
  };
  await expect.poll(scroll, { timeout: 20_000, interval: 500 }).toBeLessThan(150);
}

/** The px by which a line is below the middle of the chat; NaN: it is not drawn. The thread quotes the line. */
const offCentre = (person: Person, text: string): Promise<number> =>
  messages(person, GROUP)
    .first()
    .evaluate((list, wanted) => {
      const line = [...list.querySelectorAll('article')].find(({ textContent }) =>
        textContent.startsWith(wanted),
      );
      const view = list.getBoundingClientRect();
      return (line?.getBoundingClientRect().top ?? Number.NaN) - view.top - view.height / 2;
    }, text);

const stays = (person: Person) =>
  expect
    .poll(async () => Math.abs(await offCentre(person, 'line 40.')), { timeout: 20_000 })
    .toBeLessThan(200);

it('UI-167: back from a thread or the info leads to the place in the chat', async () => {
  const { url } = await stage.commonServer();
  const [a, b] = await arriveAsFriends(
    stage,
    url,
    ['Anna Lake', { ...en, size: narrow }],
    ['Bela Hill', 'away'],
  );
  await sendLines(b.user, await grouped(a, [b], GROUP));
  await readUp(a);
  await choose(a, GROUP, 'line 40.', 'menu.thread');
  await a.page.getByText(a.t('thread.none')).waitFor();
  await a.page.goBack();
  await stays(a);
  await button(a, a.t('title.chatInfo')).click();
  await expect.poll(() => a.page.title()).toContain(a.t('title.chatInfo'));
  await a.page.goBack();
  await stays(a);
});

it('UI-167: a reply in the thread beside the chat leaves the chat where it is', async () => {
  const { url } = await stage.commonServer();
  const [a, b] = await arriveAsFriends(
    stage,
    url,
    ['Anna Lake', { ...en, size: wide }],
    ['Bela Hill', 'away'],
  );
  await sendLines(b.user, await grouped(a, [b], GROUP));
  await readUp(a);
  await choose(a, GROUP, 'line 40.', 'menu.thread');
  await a.page.getByText(a.t('thread.none')).waitFor();
  const box = a.page.getByRole('textbox', { name: a.t('a11y.composer', { name: GROUP }) }).last();
  await box.fill('an answer');
  await box.press('Enter');
  await button(a, a.t('thread.replies', { count: 1 })).waitFor();
  await stays(a);
});
