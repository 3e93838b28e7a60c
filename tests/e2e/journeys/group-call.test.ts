import { expect, it } from 'vitest';
import { go, type Person } from '../../support/browser.ts';
import { MEDIA_FLAGS } from '../../support/calls/people.ts';
import { entry, meetHikers } from '../../support/hikers.ts';
import { button, messages, openChat } from '../../support/person.ts';
import { violations } from '../../support/proof/axe.ts';
import { shapeFaults } from '../../support/proof/shape.ts';
import { setStage } from '../../support/stage.ts';

const stage = setStage(MEDIA_FLAGS);

/** The people whom a window shows in the call, itself included. */
const tiles = (person: Person, count: number) =>
  person.page.getByRole('list', { name: person.t('gcall.people', { count }) });

/** The others whose sound plays in a window. */
const soundCount = (person: Person): Promise<number> =>
  person.page.evaluate(
    () =>
      [...document.querySelectorAll('audio')].filter((one) => !one.paused && one.currentTime > 0.2).length,
  );

async function expectFaultless(person: Person, where: string): Promise<void> {
  const faults = [
    ...(await shapeFaults(person.page, { touch: person.page.viewportSize()?.width === 390, english: false })),
    ...(await violations(person.page)),
  ];
  expect({ where, faults }).toEqual({ where, faults: [] });
}

it('GCALL-1, GCALL-3, GCALL-6, GCALLUI-1 … GCALLUI-6: three people in one call of their group', async () => {
  const { a, b, c, group, groupId } = await meetHikers(stage);
  await openChat(a, group);
  await button(a, a.t('gcall.start')).click();
  await tiles(a, 1).waitFor();

  // The other members see a card and a bar in the chat, and join.
  await b.page.getByText(b.t('gcall.began', { name: a.name, group })).waitFor();
  await openChat(b, group);
  await b.page.getByText(b.t('gcall.people', { count: 1 })).waitFor();
  for (const person of [b, c]) {
    await go(person, `/pages/message/call?group=${groupId}`);
    await button(person, person.t('gcall.joinCall')).click();
  }
  for (const person of [a, b, c]) await tiles(person, 3).waitFor();
  for (const person of [a, b, c]) await expect.poll(() => soundCount(person), { timeout: 30_000 }).toBe(2);
  await expectFaultless(a, 'call, wide');
  await expectFaultless(b, 'call, narrow');

  // A camera that is turned on shows at the others.
  await button(c, c.t('call.camOn')).click();
  await expect
    .poll(
      () => a.page.evaluate(() => [...document.querySelectorAll('video')].some((one) => one.videoWidth > 0)),
      { timeout: 30_000 },
    )
    .toBe(true);
  await b.page.keyboard.press('h');
  await a.page.getByRole('img', { name: a.t('gcall.handOf', { name: b.name }) }).waitFor();

  // A page that is gone leaves the call; one that is loaded again asks.
  await c.page.reload();
  await tiles(a, 2).waitFor();
  await button(c, c.t('call.return')).click();
  await tiles(a, 3).waitFor();

  // The owner removes a member, who receives no sound from then on.
  await button(a, a.t('gcall.actionsFor', { name: b.name })).click();
  await entry(a, 'gcall.remove').click();
  await button(a, a.t('gcall.remove')).click();
  await b.page.getByText(b.t('gcall.removed')).first().waitFor();
  await expect.poll(() => soundCount(b)).toBe(0);
  await tiles(a, 2).waitFor();

  // The last one ends it, and the chat has its record.
  await button(c, c.t('gcall.leave')).click();
  await tiles(a, 1).waitFor();
  await button(a, a.t('gcall.leave')).click();
  await openChat(a, group);
  const record = new RegExp(a.t('media.callLasted', { time: '[0-9:]+' }));
  await messages(a, group).getByText(record).first().waitFor();
});
