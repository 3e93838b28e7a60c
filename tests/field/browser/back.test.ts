import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { narrow, type Person, wide } from '../../support/browser.ts';
import { choose } from '../../support/hikers.ts';
import { type HttpUser, ok } from '../../support/http-user.ts';
import { arriveAsFriends, bubble, button, grouped, messages, openChat } from '../../support/person.ts';
import { setStage } from '../../support/stage.ts';
import { until } from '../../support/until.ts';

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
  await openChat(person, GROUP);
  await person.page.getByTitle(person.t('chat.toBottom')).click();
  await bubble(person, GROUP, 'line 80.').waitFor();
  await messages(person, GROUP).hover();
  await person.page.mouse.wheel(0, -800);
  await until(async () => expect(await isInView(person, 'line 40.')).toBe(true));
}

async function isInView(person: Person, text: string): Promise<boolean> {
  const line = bubble(person, GROUP, text);
  const box = (await line.count()) === 0 ? null : await line.boundingBox();
  const view = await messages(person, GROUP).boundingBox();
  return box !== null && view !== null && box.y > view.y && box.y + box.height < view.y + view.height;
}

const stays = (person: Person) =>
  until(async () => {
    expect(await isInView(person, 'line 40.')).toBe(true);
    expect(await isInView(person, 'line 80.')).toBe(false);
  });

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
  await a.page.getByText(a.t('ginfo.members')).first().waitFor();
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
