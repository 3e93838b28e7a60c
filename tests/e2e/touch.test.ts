import { beforeAll, expect, it } from 'vitest';
import { go, narrow, newWindow } from '../support/browser.ts';
import { fingerOf } from '../support/finger.ts';
import { lasting } from '../support/lasting.ts';
import {
  type Arrived,
  arriveAsFriends,
  bubble,
  button,
  composer,
  field,
  list,
  messages,
  openChat,
  row,
  say,
  sent,
} from '../support/person.ts';
import { send } from '../support/said.ts';
import { setStage } from '../support/stage.ts';
import { until } from '../support/until.ts';

const stage = setStage();
const together = lasting(stage);

let a: Arrived;
let b: Arrived;
let slips = 0;

/** One phone and one other window for the whole file; each test begins at the list with another message. */
beforeAll(async () => {
  const { url } = await stage.commonServer();
  [a, b] = await arriveAsFriends(
    together,
    url,
    ['Anna Lake', { language: 'en', size: narrow, touch: true }],
    ['Bela Hill', { language: 'en' }],
  );
  for (const words of ['one', 'two', 'three', 'four', 'five', 'six', 'seven'])
    await send(a.user, String(b.user.id), words);
  await openChat(b, a.name);
});

/** On a phone, in a chat whose last words are near the bottom. */
async function atThePhone() {
  slips += 1;
  const words = `slip ${slips}`;
  await go(a, '/');
  await openChat(a, b.name);
  await say(a, b.name, words);
  await sent(a, b.name, words);
  return { words, slip: bubble(a, b.name, words), there: bubble(b, a.name, words) };
}

it('UI-90: the finger that opened the menu of a message chooses nothing when it is lifted, wherever the sheet came up under it', async () => {
  const { slip, there } = await atThePhone();
  const finger = await fingerOf(a.page);
  const recall = button(a, a.t('menu.recall'));
  const cancel = button(a, a.t('common.cancel'));
  const at = (await slip.boundingBox()) ?? expect.fail('no bubble');
  for (let times = 0; times < 3; times += 1) {
    await finger.rest(slip);
    await recall.waitFor();
    // Waits until the sheet rests under the finger, because the next release would press it.
    await until(async () => {
      const box = await a.page.getByRole('dialog').boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(narrow.height);
      expect(box?.y).toBeLessThan(at.y);
    });
    await finger.lift();
    // The next tap is a separate press.
    await cancel.tap();
    await cancel.waitFor({ state: 'detached' });
    await slip.waitFor();
  }
  await there.waitFor();
  await finger.rest(slip);
  await recall.waitFor();
  await finger.lift();
  await recall.tap();
  await a.page.getByText(a.t('chat.recalling')).waitFor();
  // The next test has a recall of its own.
  await button(a, a.t('common.undo')).tap();
  await slip.waitFor();
});

it('RECALL-4: a recall is undone until it goes out, and goes out though the chat was left', async () => {
  const { slip, there } = await atThePhone();
  const choose = async () => {
    const finger = await fingerOf(a.page);
    await finger.rest(slip);
    await button(a, a.t('menu.recall')).waitFor();
    await finger.lift();
    await button(a, a.t('menu.recall')).tap();
  };
  await choose();
  await button(a, a.t('common.undo')).tap();
  await slip.waitFor();
  await choose();
  await a.page.getByText(a.t('chat.recalling')).waitFor();
  await there.waitFor();
  await button(a, a.t('common.back')).tap();
  await list(a).waitFor();
  await messages(b, a.name)
    .getByText(b.t('chat.nameRecalled', { name: a.name }))
    .waitFor();
  await there.waitFor({ state: 'detached' });
});

it('UI-89: back closes what is on top, one after the other, and only then leaves the page', async () => {
  const { slip } = await atThePhone();
  const finger = await fingerOf(a.page);
  const chat = a.page.url();
  await finger.rest(slip);
  await button(a, a.t('menu.delete')).waitFor();
  await finger.lift();
  await a.page.goBack();
  await button(a, a.t('menu.delete')).waitFor({ state: 'detached' });
  await until(() => expect(a.page.url()).toBe(chat));

  await finger.rest(slip);
  await button(a, a.t('menu.delete')).waitFor();
  await finger.lift();
  await button(a, a.t('menu.delete')).tap();
  const question = a.page.getByRole('dialog').filter({ hasText: a.t('chat.deleteTitle') });
  await question.waitFor();
  await a.page.goBack();
  await question.waitFor({ state: 'detached' });
  await slip.waitFor();
  await composer(a, b.name).waitFor();
  await a.page.goBack();
  await list(a).waitFor();
  expect(await question.count()).toBe(0);
});

it('UI-54: back asks before typed changes are thrown away, in a real history', async () => {
  await go(a, '/');
  await list(a).waitFor();
  // Two taps at one place, one right after the other, would be one double tap (UI-141).
  await a.page.evaluate(() => (location.hash = '#/?view=me'));
  await a.page.locator('a[href="#/pages/mine/profile"]').first().tap();
  await field(a, a.t('reg.nickname')).fill('Somebody else');
  const question = a.page.getByRole('dialog').filter({ hasText: a.t('profile.leaveTitle') });
  for (const answer of ['back', 'yes'] as const) {
    await a.page.goBack();
    await question.waitFor();
    await until(() => expect(a.page.url()).toContain('/pages/mine/profile'));
    // Back again is a no to the question.
    if (answer === 'back') await a.page.goBack();
    else await question.getByRole('button', { name: a.t('profile.leave'), exact: true }).tap();
    await question.waitFor({ state: 'detached' });
  }
  await until(() => expect(a.page.url()).not.toContain('/pages/mine/profile'));
});

it('UI-119: a bubble that a finger draws far to the left is answered, otherwise it is not', async () => {
  const { words, slip } = await atThePhone();
  const finger = await fingerOf(a.page);
  const strip = a.page.getByText(a.t('chat.quoting', { name: 'Anna Lake' }));
  const swipe = async (x: number, y: number) => {
    await finger.rest(slip);
    await finger.draw(x, y);
    const state = await a.page
      .locator('[data-swipe]')
      .getAttribute('data-swipe', { timeout: 500 })
      .catch(() => null);
    await finger.lift();
    return state;
  };
  expect([await swipe(-40, 0), await strip.count()]).toEqual(['near', 0]);
  expect([await swipe(0, 120), await strip.count()]).toEqual([null, 0]);
  expect([await swipe(60, 0), await strip.count()]).toEqual([null, 0]);
  expect(await swipe(-90, 8)).toBe('far');
  await strip.waitFor();
  expect(await a.page.locator('[data-swipe]').count()).toBe(0);
  await composer(a, b.name).fill('the answer');
  await composer(a, b.name).press('Enter');
  const answer = bubble(b, a.name, 'the answer');
  await answer.getByText(words).waitFor();
});

it('UI-89: on the very first page back closes a layer too, and layers close with their address', async () => {
  const { words } = await atThePhone();
  await a.page.close();
  a = together.watch({ ...(await newWindow(a)), user: a.user });
  await go(a, '/');
  await list(a).waitFor();
  const actions = a.page.getByRole('dialog').filter({ hasText: a.t('chatOp.pin') });
  const finger = await fingerOf(a.page);
  const hold = async () => {
    await finger.rest(row(a, b.name));
    await actions.waitFor();
    await finger.lift();
  };
  await hold();
  await a.page.goBack();
  await actions.waitFor({ state: 'detached' });
  await row(a, b.name).waitFor();
  expect(a.page.url()).toContain(a.url);

  // The page below was opened by an address, so back leads there and not to the layer.
  await go(a, '/?view=files');
  await go(a, '/');
  await row(a, b.name).tap();
  await composer(a, b.name).waitFor();
  await finger.rest(bubble(a, b.name, words));
  await button(a, a.t('menu.delete')).waitFor();
  await finger.lift();
  await a.page.goBack();
  await button(a, a.t('menu.delete')).waitFor({ state: 'detached' });
  await composer(a, b.name).waitFor();
  await a.page.goBack();
  await list(a).waitFor();

  await hold();
  // Opens the chat like a notification.
  await a.page.evaluate((id) => (location.hash = `#/pages/message/chat?id=${id}`), b.user.id);
  await composer(a, b.name).waitFor();
  await actions.waitFor({ state: 'detached' });
});
