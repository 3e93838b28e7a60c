import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { go, type Person, wide } from '../support/browser.ts';
import { MEDIA_FLAGS } from '../support/calls/people.ts';
import { arrive, befriended, button, grouped, openChat, row, say, sees } from '../support/person.ts';
import { setStage } from '../support/stage.ts';

/** Devices that are pretended, so that a call can ring. */
const stage = setStage(MEDIA_FLAGS);

/** The sizes in which the inspector shows the app. */
const PHONE = { width: 390, height: 780 } as const;
const WINDOW = { width: 1_180, height: 760 } as const;

interface Recording {
  readonly person: Person;
  readonly inspector: Page;
  readonly faults: string[];
  /** Texts of the live page, by the number of events so far. */
  readonly texts: Map<number, string>;
}

/**
 * The page without the chip that says that it is recorded, and without announcements for screen readers: those
 * are moments, not what is on screen.
 */
const visibleText = (page: Page, frame: boolean): Promise<string> =>
  (frame ? page.frameLocator('iframe').locator('#root') : page.locator('#root')).evaluate((root) => {
    for (const live of root.querySelectorAll<HTMLElement>('[aria-live]')) live.style.display = 'none';
    return (root as HTMLElement).innerText
      .replace(/Recording · open the inspector|正在记录 · 打开检查器/, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
  });

async function record(person: Person, size: typeof PHONE | typeof WINDOW): Promise<Recording> {
  await person.page.setViewportSize(size);
  const opened = person.context.waitForEvent('page');
  await go(person, '/?record=1');
  const inspector = await opened;
  const faults: string[] = [];
  inspector.on('pageerror', (error) => faults.push(error.message));
  inspector.on('request', (request) => {
    const { pathname, protocol } = new URL(request.url());
    const isCode = /^\/assets\/|^\/(?:inspect|replay)\.html$|^\/icon|\.svg$/.test(pathname);
    if (protocol.startsWith('http') && !isCode) faults.push(`request to ${request.url()}`);
  });
  await inspector.setViewportSize(wide);
  await inspector.getByRole('button', { name: size === PHONE ? 'Phone' : 'Wide window' }).click();
  await inspector.locator('iframe[data-drawn]').waitFor();
  // The tab of the inspector took the attention: what arrives meanwhile would count as unseen.
  await person.page.bringToFront();
  return { person, inspector, faults, texts: new Map() };
}

const eventNow = async (inspector: Page): Promise<number> =>
  Number.parseInt(await inspector.getByLabel('Place').innerText(), 10);

/** The inspector follows: as soon as both pages are quiet, they show the same text. */
async function shownTheSame({ person, inspector, texts }: Recording): Promise<void> {
  // A row under the pointer shows its menu in place of its time.
  await person.page.mouse.move(0, 0);
  await expect
    .poll(async () => {
      const [live, replayed] = [await visibleText(person.page, false), await visibleText(inspector, true)];
      return live === replayed ? 'the same' : { live, replayed };
    })
    .toBe('the same');
  texts.set(await eventNow(inspector), await visibleText(person.page, false));
}

/** Each moment again, from the last one back to the first. */
async function backThrough({ inspector, texts, faults }: Recording): Promise<void> {
  for (const [n, text] of [...texts].toReversed()) {
    await inspector.evaluate((event) => {
      location.hash = `#event=${event}`;
    }, n);
    await inspector.locator(`iframe[data-drawn="${n}"]`).waitFor();
    await expect.poll(() => visibleText(inspector, true)).toBe(text);
  }
  expect(faults).toEqual([]);
}

it('INSP-10, INSP-11: three recorded sessions show at each moment the text that the live app showed', async () => {
  const { url } = await stage.server();
  const a = stage.watch(await arrive(stage.browser, url, 'Anna Lake', { language: 'en' }));
  const b = stage.watch(await arrive(stage.browser, url, 'Bela Hill', { language: 'en' }));
  const c = stage.watch(await arrive(stage.browser, url, '白露露'));
  await befriended(a, b);
  await befriended(b, c);
  const group = 'Hikers';
  await grouped(b, [a, c], group);
  const [wideOne, phone, called] = [await record(a, WINDOW), await record(c, PHONE), await record(b, PHONE)];
  const all = async () => {
    for (const one of [wideOne, phone, called]) await shownTheSame(one);
  };
  await row(a, b.name).waitFor();
  await row(c, group).waitFor();
  await all();

  await openChat(a, b.name);
  await say(a, b.name, 'over there');
  await row(b, a.name).getByText('over there').waitFor();
  await all();
  await openChat(b, a.name);
  await say(b, a.name, 'and back');
  await sees(a, b.name, 'and back');
  await all();

  await openChat(a, group);
  await say(a, group, 'to all of you');
  await row(c, group).getByText('to all of you').waitFor();
  await all();
  await openChat(c, group);
  await say(c, group, '好的');
  await sees(a, group, '好的');
  await all();

  // A call rings, and ends unanswered.
  await openChat(a, b.name);
  await button(a, a.t('call.voice')).click();
  await button(b, b.t('call.accept')).waitFor();
  await shownTheSame(called);
  // The chip of the recording is above it.
  await button(a, a.t('call.cancel')).press('Enter');
  await button(b, b.t('call.accept')).waitFor({ state: 'detached' });
  await all();

  for (const one of [wideOne, phone, called]) {
    expect(one.texts.size).toBeGreaterThan(3);
    await backThrough(one);
  }

  // A press names the element, and the events that made it.
  const { inspector } = phone;
  await inspector.keyboard.press('End');
  await inspector.frameLocator('iframe').locator('[data-message]').filter({ hasText: '好的' }).last().click();
  await inspector.getByRole('list', { name: 'Events that made it' }).getByText('messagePosted').waitFor();
});
