import { expect, it } from 'vitest';
import type { Person } from '../support/browser.ts';
import { meetHikers } from '../support/hikers.ts';
import { bubble, button, messages, openChat, say, sees, sent } from '../support/person.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

const [secret, plan] = ['今晚见', 'weather first'];

const row = (person: Person) =>
  person.page.locator('main,aside').getByRole('button', { name: new RegExp(`^${person.t('timer.title')}`) });
const mark = (person: Person, days: number) =>
  person.page.getByTitle(person.t('timer.mark', { count: days }), { exact: true });
const line = (person: Person, chat: string, who: string, days: number) =>
  messages(person, chat).getByText(
    days === 0 ? person.t('chat.timerOff', { who }) : person.t('chat.timer', { who, count: days }),
  );

/** Sets the timer on the page about the chat, with keys alone if `byKeys`. */
async function setTimer(person: Person, days: string, byKeys = false): Promise<void> {
  const info = button(person, person.t('title.chatInfo'));
  if ((await row(person).count()) === 0) await info.click();
  if (byKeys) {
    await row(person).focus();
    await person.page.keyboard.press('Enter');
  } else await row(person).click();
  const dialog = person.page.getByRole('dialog', { name: person.t('timer.title') });
  const choice = dialog.getByRole('radio', { name: days, exact: true });
  if (byKeys) {
    await choice.focus();
    await person.page.keyboard.press('Space');
  } else await choice.check();
  await dialog.getByRole('button', { name: person.t('common.save'), exact: true }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

it('VANISH-2, VANISH-6, VANISH-7, VANISH-8: three people, a timer, a device without a network', async () => {
  const { a, b, c, group } = await meetHikers(stage, { c: { clock: true } });
  for (const person of [a, b, c]) await openChat(person, group);
  await say(a, group, plan);
  for (const person of [b, c]) await sees(person, group, plan);

  // The owner sets it by keys. All members read who did it, and the clock is next to the name.
  await setTimer(a, a.t('timer.days', { count: 1 }), true);
  await messages(a, group)
    .getByText(a.t('chat.youTimer', { count: 1 }))
    .waitFor();
  for (const person of [b, c]) await line(person, group, a.name, 1).waitFor();
  for (const person of [a, b, c]) await mark(person, 1).waitFor();

  // A member sees the timer and cannot change it.
  await button(c, c.t('title.chatInfo')).click();
  await c.page.getByText(c.t('timer.title'), { exact: true }).waitFor();
  expect(await row(c).count()).toBe(0);
  await button(c, c.t('title.chatInfo')).click();

  // After a day offline, messages under the timer are gone on that device, and nowhere else.
  await say(b, group, secret);
  await sent(b, group, secret);
  for (const person of [a, c]) await sees(person, group, secret);
  await c.context.setOffline(true);
  await c.page.clock.fastForward('25:00:00');
  // The client gives up the socket after unanswered pings.
  await expect
    .poll(async () => {
      await c.page.clock.fastForward(20_000);
      return bubble(c, group, secret).count();
    })
    .toBe(0);
  await bubble(c, group, plan).waitFor();
  await bubble(b, group, secret).waitFor();

  // It was the clock of the device that was wrong: the server still has it.
  await c.context.setOffline(false);
  await sees(c, group, secret);

  // In a one-to-one chat both users may set it.
  await button(b, b.t('common.back')).click();
  for (const [person, other] of [
    [a, b],
    [b, a],
  ] as const)
    await openChat(person, other.name);
  await setTimer(b, b.t('timer.days', { count: 7 }));
  await line(a, b.name, a.t('chat.named', { name: b.name }), 7).waitFor();
  await mark(a, 7).waitFor();
  await setTimer(a, a.t('timer.off'));
  await mark(a, 7).waitFor({ state: 'detached' });
});
