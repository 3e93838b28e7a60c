import { describe, expect, it } from 'vitest';
import { compareWords } from '../../src/app/screens/calls/compare-words.ts';
import { CALL_WORDS } from '../../src/domain/call-words.ts';
import { go, launchBrowser, narrow, type Person, wide } from '../support/browser.ts';
import { MEDIA_FLAGS, smallPictures } from '../support/calls/people.ts';
import {
  arrive,
  arriveAsFriends,
  befriended,
  button,
  composer,
  logOut,
  messages,
  openChat,
  row,
  say,
  sees,
} from '../support/person.ts';
import { violations } from '../support/proof/axe.ts';
import { shapeFaults } from '../support/proof/shape.ts';
import { setStage } from '../support/stage.ts';
import { still } from '../support/still.ts';

/** Everything that may be wrong with what a window shows now, of any impact. */
async function faultsAt(person: Person): Promise<readonly string[]> {
  const touch = person.page.viewportSize()?.width === narrow.width;
  const [shape, reading] = [
    await shapeFaults(person.page, { touch, english: false }),
    await violations(person.page),
  ];
  return [...shape, ...reading];
}

const faultless = async (person: Person, where: string): Promise<void> =>
  expect({ where, faults: await faultsAt(person) }).toEqual({ where, faults: [] });
const clock = (person: Person): Promise<void> =>
  person.page.getByRole('timer').filter({ visible: true }).waitFor();
const float = (person: Person, name: string) =>
  person.page.getByRole('region', { name: person.t('call.with', { name }) });

/** For both windows now and after a reload. */
async function withSmallPictures(...people: readonly Person[]): Promise<void> {
  for (const { context, page } of people) {
    await context.addInitScript(smallPictures);
    await page.evaluate(smallPictures);
  }
}

/** The words that a window offers to compare, by their places in its list (CALL-50, CALLUI-24). */
async function wordsOf(person: Person, isChinese: boolean): Promise<readonly number[]> {
  const { page, t } = person;
  await button(person, t('gcall.secret')).click();
  const list = page.getByRole('list', { name: t('gcall.compare') });
  await list.waitFor();
  const listed = compareWords(isChinese);
  const places = (await list.getByRole('listitem').allTextContents()).map((word) => listed.indexOf(word));
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });
  return places;
}

/** Frames of the other side go on being shown in the picture of this name. */
async function moves(person: Person, name: string): Promise<void> {
  const picture = person.page.getByLabel(person.t('call.theirPicture', { name }), { exact: true });
  await picture.waitFor();
  const at = await picture.evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect
    .poll(() => picture.evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: 15_000 })
    .toBeGreaterThan(at + 0.5);
}

/** Two users see each other and chat beside the call (CALLUI-1, CALLUI-2, CALLUI-5). */
async function talkAndChat(a: Person, b: Person): Promise<void> {
  await openChat(a, b.name);
  await button(a, a.t('call.video')).click();
  await a.page.getByText(a.t('call.waiting')).waitFor();
  await button(b, b.t('call.accept')).waitFor();
  await faultless(a, 'calling, wide');
  await faultless(b, 'ringing, narrow');
  await button(b, b.t('call.accept')).click();
  await Promise.all([clock(a), clock(b)]);
  await Promise.all([moves(a, b.name), moves(b, a.name)]);
  await faultless(a, 'talking, wide');
  await faultless(b, 'talking, narrow');

  // The call is folded into its window by opening the chat; both go on seeing each other while they write.
  await button(a, a.t('call.chat')).click();
  await button(b, b.t('call.chat')).click();
  await composer(b, a.name).waitFor();
  await say(a, b.name, 'we talk and write');
  await sees(b, a.name, 'we talk and write');
  await say(b, a.name, '收到');
  await sees(a, b.name, '收到');
  await Promise.all([moves(a, b.name), moves(b, a.name)]);
  await faultless(a, 'floating, wide');
  await faultless(b, 'floating, narrow');

  // Dragged by pointer and moved by keys, it stays on the screen; a drag presses nothing.
  const window = float(a, b.name);
  await still(window);
  const before = (await window.boundingBox()) ?? expect.unreachable();
  await a.page.mouse.move(before.x + 60, before.y + 60);
  await a.page.mouse.down();
  await a.page.mouse.move(before.x - 240, before.y + 160, { steps: 4 });
  await a.page.mouse.up();
  const dragged = async () => {
    const now = (await window.boundingBox()) ?? before;
    return [Math.round(now.x - before.x), Math.round(now.y - before.y)];
  };
  await expect.poll(dragged).toEqual([-300, 100]);
  await button(a, a.t('call.move')).focus();
  for (let presses = 0; presses < 60; presses += 1) await a.page.keyboard.press('ArrowRight');
  await expect.poll(dragged).toEqual([wide.width - 8 - before.width - before.x, 100]);
  await button(a, a.t('call.micOff')).click();
  await button(a, a.t('call.micOn')).waitFor();
  await window
    .getByRole('button', { name: a.t('call.expand') })
    .last()
    .click();
  await clock(a);
  await button(b, b.t('call.hangUp')).click();

  await a.page.getByText(a.t('call.ended')).filter({ visible: true }).first().waitFor();
  await faultless(a, 'ended, wide');
  await b.page
    .getByText(b.t('media.callLasted', { time: '' }).trim())
    .first()
    .waitFor();

  // The other way round: a card over the open page, and a missed call that offers to call back.
  await go(a, '/pages/mine/setting');
  await openPlus(b);
  await b.page.getByRole('button', { name: b.t('call.voice'), exact: true }).click();
  const card = a.page.getByRole('alertdialog');
  await card.waitFor();
  await faultless(a, 'ringing card, wide');
  await button(b, b.t('call.cancel')).click();
  await card.waitFor({ state: 'detached' });
  await a.page.getByText(a.t('call.missedFrom', { name: b.name })).waitFor();
  await button(a, a.t('call.back')).click();
  await button(b, b.t('call.accept')).click();
  await Promise.all([clock(a), clock(b)]);
  await faultless(a, 'voice, wide');
  await faultless(b, 'voice, narrow');
  await button(a, a.t('call.hangUp')).click();
  await b.page.getByText(b.t('call.ended')).filter({ visible: true }).first().waitFor();
  await faultless(b, 'ended, narrow');
  await go(a, '/');
  await openChat(a, b.name);
  await messages(a, b.name)
    .getByRole('button', { name: new RegExp(a.t('call.missed')) })
    .waitFor();
}

async function openPlus(person: Person): Promise<void> {
  await button(person, person.t('plus.open')).click();
  await person.page.getByText(person.t('plus.photo')).filter({ visible: true }).waitFor();
}

/** A call continues after either page reloaded, and declining ends it for both (CALL-46, CALLUI-20). */
async function returnToCall(a: Person, b: Person): Promise<void> {
  await button(a, a.t('call.video')).click();
  await button(b, b.t('call.accept')).click();
  await Promise.all([clock(a), clock(b)]);
  // The called one on the page of the call, then the caller over a chat.
  await b.page.reload();
  await button(b, b.t('call.return')).waitFor();
  await a.page.getByText(a.t('call.reconnecting')).filter({ visible: true }).first().waitFor();
  await faultless(b, 'asked on the page of the call');
  await button(b, b.t('call.return')).click();
  await Promise.all([clock(a), clock(b)]);
  await Promise.all([moves(a, b.name), moves(b, a.name)]);
  await button(a, a.t('call.chat')).click();
  await composer(a, b.name).waitFor();
  await a.page.reload();
  await button(a, a.t('call.return')).waitFor();
  await faultless(a, 'asked over a chat');
  await button(a, a.t('call.return')).click();
  await Promise.all([clock(a), clock(b)]);
  await Promise.all([moves(a, b.name), moves(b, a.name)]);
  await a.page.reload();
  await button(a, a.t('call.hangUp')).click();
  await b.page.getByText(b.t('call.ended')).filter({ visible: true }).first().waitFor();
}

/** Denies the browser's permission, as the user could. */
const deny = (person: Person): Promise<void> =>
  person.page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });

/** Denied devices and an absent user show a text, and nothing stays behind (CALLUI-8, CALLUI-15). */
async function callsFail(a: Person, b: Person): Promise<void> {
  // The called user has no devices: the caller sees a decline.
  await deny(b);
  await openChat(a, b.name);
  await openPlus(a);
  await a.page.getByRole('button', { name: a.t('call.video'), exact: true }).click();
  await button(b, b.t('call.accept')).click();
  await b.page.getByText(b.t('call.denied')).filter({ visible: true }).first().waitFor();
  await a.page
    .getByText(a.t('call.refusedBy', { name: b.name }))
    .filter({ visible: true })
    .first()
    .waitFor();
  expect([...(await faultsAt(a)), ...(await faultsAt(b))]).toEqual([]);
  // The user logs out and is therefore absent.
  await logOut(b);
  await deny(a);
  await button(a, a.t('call.again')).click();
  await a.page.getByText(a.t('call.denied')).filter({ visible: true }).first().waitFor();
  await button(a, a.t('call.checkDevices')).click();
  await a.page.getByRole('alert').getByText(a.t('call.denied')).waitFor();
  await a.page.keyboard.press('Escape');
  await a.page.reload();
  await a.page.getByText(a.t('call.askStart', { name: b.name })).waitFor();
  await a.page.getByRole('button', { name: a.t('call.video'), exact: true }).click();
  await a.page.getByText(a.t('call.offline')).filter({ visible: true }).first().waitFor();
  await button(a, a.t('call.close')).click();
  await composer(a, b.name).waitFor();
}

describe('two windows, one wide and one narrow', () => {
  const stage = setStage(MEDIA_FLAGS);

  it(
    'CALLUI-1, CALLUI-2, CALLUI-5, CALLUI-13, CALLUI-20, CALL-46: two users talk, chat and reload',
    { timeout: 300_000 },
    async () => {
      const { url } = await stage.commonServer();
      const [a, b] = await arriveAsFriends(
        stage,
        url,
        ['Anna Lake', { language: 'en', size: wide }],
        ['白露露', { size: narrow }],
      );
      await withSmallPictures(a, b);
      await openChat(a, b.name);
      await talkAndChat(a, b);
      await returnToCall(a, b);
    },
  );
});

/** Imitates the browser when a user unplugs all chosen speakers, or plugs them in again. */
const pullSpeakers = ({ page }: Person, isPulled: boolean): Promise<void> =>
  page.evaluate((pulled) => {
    const media = navigator.mediaDevices;
    const all = MediaDevices.prototype.enumerateDevices.bind(media);
    media.enumerateDevices = async () =>
      (await all()).filter(({ kind }) => !pulled || kind !== 'audiooutput');
    media.dispatchEvent(new Event('devicechange'));
  }, isPulled);

describe('the whole browser, whose permissions and screen the product asks for', () => {
  const stage = setStage(MEDIA_FLAGS, launchBrowser);

  it(
    'CALLUI-3, CALLUI-6, CALLUI-8, CALLUI-14, CALLUI-15, CALLUI-19, CALL-50, CALL-52: devices work',
    { timeout: 240_000 },
    async () => {
      const { url } = await stage.commonServer();
      const a = stage.watch(await arrive(stage.browser, url, 'Anna Lake', { language: 'en', size: wide }));
      const b = stage.watch(await arrive(stage.browser, url, '白露露', { size: wide }));
      await a.page.evaluate(() => {
        const ask = navigator.wakeLock.request.bind(navigator.wakeLock);
        navigator.wakeLock.request = async (type) => {
          const lock = await ask(type);
          Reflect.set(globalThis, 'lock', lock);
          return lock;
        };
      });
      await withSmallPictures(a, b);
      await befriended(a, b);
      await openChat(a, b.name);
      await button(a, a.t('call.voice')).click();
      // The card has the keyboard: answering takes two Tabs and Enter, and the page takes the keyboard over.
      await expect
        .poll(() => b.page.evaluate(() => document.activeElement?.getAttribute('role')))
        .toBe('alertdialog');
      await b.page.keyboard.press('Tab', { delay: 60 });
      await b.page.keyboard.press('Tab', { delay: 60 });
      await b.page.keyboard.press('Enter');
      await Promise.all([clock(a), clock(b)]);
      await expect.poll(() => b.page.evaluate(() => document.activeElement?.textContent)).toBe(a.name);
      const isHeld = () =>
        a.page.evaluate(() => (Reflect.get(globalThis, 'lock') as WakeLockSentinel | undefined)?.released);
      await expect.poll(isHeld).toBe(false);

      const words = await wordsOf(a, false);
      expect(words).toHaveLength(CALL_WORDS);
      expect(await wordsOf(b, true)).toEqual(words);

      // Voice becomes video on both sides, by key and by button.
      await a.page.keyboard.press('v');
      await moves(b, a.name);
      await button(b, b.t('call.camOn')).click();
      await moves(a, b.name);
      await a.page.keyboard.press('m');
      await button(a, a.t('call.micOn')).waitFor();
      // The other side sees that the microphone is off.
      const silent = b.page.getByText(b.t('call.mutedThere', { name: a.name }));
      await silent.waitFor();
      await a.page.keyboard.press('m');
      await silent.waitFor({ state: 'detached' });

      // The big picture hides and shows the buttons, the small one swaps the two.
      await button(a, a.t('call.hideControls')).click({ position: { x: 300, y: 300 } });
      await button(a, a.t('call.hangUp')).waitFor({ state: 'hidden' });
      await button(a, a.t('call.showControls')).click({ position: { x: 300, y: 300 } });
      await button(a, a.t('call.hangUp')).waitFor();
      const big = a.page.getByRole('button', { name: a.t('call.hideControls') });
      await big.getByLabel(a.t('call.theirPicture', { name: b.name })).waitFor();
      await button(a, a.t('call.swap')).click();
      await big.getByLabel(a.t('call.myPicture')).waitFor();

      // Chooses another camera and speaker; the choice is stored.
      await button(a, a.t('call.flip')).click();
      await moves(b, a.name);
      await button(a, a.t('call.devices')).click();
      const speaker = a.page.getByLabel(a.t('call.chooseOutput'));
      await expect.poll(() => speaker.locator('option').count()).toBeGreaterThan(1);
      const level = a.page.getByRole('meter', { name: a.t('call.level') });
      await level.waitFor();
      expect(await faultsAt(a)).toEqual([]);
      const sink = await speaker.locator('option').nth(1).getAttribute('value');
      await speaker.selectOption(sink);
      const sounding = () =>
        a.page.evaluate(() =>
          [...document.querySelectorAll('video')]
            .filter((video) => !video.muted)
            .map((video) => video.sinkId),
        );
      await expect.poll(sounding).toEqual([sink]);
      await pullSpeakers(a, true);
      await expect.poll(sounding).toEqual(['']);
      await pullSpeakers(a, false);
      await expect.poll(sounding).toEqual([sink]);
      await a.page.keyboard.press('Escape');

      // The browser's own small picture is taken from what sounds, and stays when the page changes.
      await button(a, a.t('call.pip')).click();
      await expect.poll(() => a.page.evaluate(() => document.pictureInPictureElement !== null)).toBe(true);
      await row(a, b.name).click();
      await float(a, b.name).waitFor();
      expect(await a.page.evaluate(() => document.pictureInPictureElement !== null)).toBe(true);
      await button(a, a.t('call.hangUp')).click();
      await expect.poll(isHeld).toBe(true);
      await expect.poll(() => a.page.evaluate(() => document.pictureInPictureElement === null)).toBe(true);

      await a.page.setViewportSize(narrow);
      await Promise.all([go(a, '/'), go(b, '/')]);
      await callsFail(a, b);
    },
  );
});
