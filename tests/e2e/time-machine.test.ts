import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { go, type Person, wide } from '../support/browser.ts';
import { MEDIA_FLAGS } from '../support/calls/people.ts';
import { arrive, befriended, button, grouped, openChat, composer, row, sees } from '../support/person.ts';
import { screenText } from '../support/screen-text.ts';
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
}

/**
 * An announcement for screen readers is a moment, and what a user is typing becomes an event when the draft is
 * stored, after a pause.
 */
const NO_EVENTS = '[aria-live], [role=status], :has(> textarea)';

/** The chip that says that a page is recorded is not in the recording. */
const CHIP = /^(?:Recording · open the inspector|正在记录 · 打开检查器)$/;
const withoutChip = (text: string): string =>
  text
    .split(' | ')
    .filter((words) => !CHIP.test(words))
    .join(' | ');

const textOf = async (page: Page, frame: boolean): Promise<string> =>
  withoutChip(
    await (frame ? page.frameLocator('iframe').locator('#root') : page.locator('#root')).evaluate(
      screenText,
      NO_EVENTS,
    ),
  );

/** What a recorded page and its inspector have besides their own code. */
interface Watched {
  readonly screenText: typeof screenText;
  /** Lines that this page sent to the inspector. */
  lines: number;
  /** What it showed, and after how many of them. Time passes without an event, too. */
  texts: { readonly after: number; readonly text: string }[];
}

/**
 * The page notes its text after each event that it showed. After a long rendering the app rests up to 300 ms
 * before it draws again (STORE-14), so a text counts once it outlasts that, over ordinary frames.
 */
const noteTexts = (page: Page): Promise<void> =>
  page.evaluate((without) => {
    const watched = globalThis as unknown as Watched;
    Object.assign(watched, { lines: 0, texts: [] });
    const channel = BroadcastChannel.prototype;
    type Post = (this: BroadcastChannel, message: { readonly lines?: readonly unknown[] }) => void;
    const post = Reflect.get(channel, 'postMessage') as Post;
    channel.postMessage = function noted(message: { readonly lines?: readonly unknown[] }) {
      watched.lines += message.lines?.length ?? 0;
      post.call(this, message);
    };
    const root = document.querySelector('#root') as Element;
    let [after, text, sinceMs, lastMs] = [-1, '', 0, 0];
    const frame = (): void => {
      const nowMs = performance.now();
      const now = watched.screenText(root, without);
      const isStill = now === text && after === watched.lines && nowMs - lastMs < 100;
      if (!isStill) [after, text, sinceMs] = [watched.lines, now, nowMs];
      lastMs = nowMs;
      const last = watched.texts.at(-1);
      if (nowMs - sinceMs > 400 && (last?.after !== after || last.text !== text))
        watched.texts.push({ after, text });
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }, NO_EVENTS);

async function record(person: Person, size: typeof PHONE | typeof WINDOW): Promise<Recording> {
  await person.page.setViewportSize(size);
  await person.context.addInitScript({ content: `globalThis.screenText = ${screenText.toString()}` });
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
  return { person, inspector, faults };
}

const eventNow = async (inspector: Page): Promise<number> =>
  Number.parseInt(await inspector.getByLabel('Place').innerText(), 10);

/** Each page noted what it shows after its last event. */
const noted = async (recordings: readonly Recording[]): Promise<void> => {
  for (const { person } of recordings)
    await person.page.waitForFunction(() => {
      const { texts, lines } = globalThis as unknown as Watched;
      return texts.at(-1)?.after === lines;
    });
};

/** The inspector follows: as soon as both pages are quiet, they show the same text. */
async function expectSame({ person, inspector }: Recording): Promise<void> {
  await expect
    .poll(async () => {
      const [live, replayed] = [await textOf(person.page, false), await textOf(inspector, true)];
      return live === replayed ? 'the same' : { live, replayed };
    })
    .toBe('the same');
}

/** Goes back through the events, and compares what the frame shows with what the page showed. */
async function backThrough({ person, inspector, faults }: Recording): Promise<number> {
  const watch = () =>
    person.page.evaluate(() => {
      const { lines, texts } = globalThis as unknown as Watched;
      return { lines, texts };
    });
  const countRows = async () => [(await watch()).lines, await eventNow(inspector)] as const;
  // A line may be on its way from one page to the other.
  let [lines, events] = await countRows();
  await expect
    .poll(
      async () => {
        const now = await countRows();
        const isSame = now[0] === lines && now[1] === events;
        [lines, events] = now;
        return isSame;
      },
      { interval: 400 },
    )
    .toBe(true);
  const { texts } = await watch();
  const before = events - lines;
  const live = new Map<number, string[]>();
  for (const { after, text } of texts)
    live.set(before + after, [...(live.get(before + after) ?? []), withoutChip(text)]);
  const wanted = [...live].map(([n, all]) => ({ n, texts: all }));
  const replayed = await inspector.evaluate(
    async ([events, without]) => {
      const { screenText: read } = globalThis as unknown as Watched;
      const frame = document.querySelector('iframe') as HTMLIFrameElement;
      const matches: string[] = [];
      for (const { n, texts: expected } of events.toReversed()) {
        location.hash = `#event=${n}`;
        let now = '';
        for (let left = 900; left > 0 && !expected.includes(now); left -= 1) {
          await new Promise(requestAnimationFrame);
          if (frame.dataset['drawn'] === String(n))
            now = read(frame.contentDocument?.querySelector('#root') as Element, without);
        }
        matches.unshift(now);
      }
      return matches;
    },
    [wanted, NO_EVENTS] as const,
  );
  // A live page changes without an event, too: a note ends.
  for (const [at, { n, texts: expected }] of wanted.entries())
    expect([n, replayed[at]]).toBeOneOf(expected.map((text) => [n, text]));
  expect(faults).toEqual([]);
  return wanted.length;
}

type Words = readonly [toBela: string, toAnna: string, toGroup: string, answer: string];
const GROUP = 'Hikers';

/** Three users, and what happens after each step that the pages show. */
interface Scene {
  readonly anna: Person;
  readonly bela: Person;
  readonly lulu: Person;
  readonly rest: () => Promise<void>;
}

async function write({ rest }: Scene, person: Person, chat: string, text: string): Promise<void> {
  await openChat(person, chat);
  await rest();
  await composer(person, chat).fill(text);
  await rest();
  await composer(person, chat).press('Enter');
  await sees(person, chat, text);
  await rest();
}

async function talk(scene: Scene, [toBela, toAnna, toGroup, answer]: Words): Promise<void> {
  const { anna, bela, lulu } = scene;
  await write(scene, anna, bela.name, toBela);
  await row(bela, anna.name).getByText(toBela).waitFor();
  await write(scene, bela, anna.name, toAnna);
  await sees(anna, bela.name, toAnna);
  await write(scene, anna, GROUP, toGroup);
  await row(lulu, GROUP).getByText(toGroup).waitFor();
  await write(scene, lulu, GROUP, answer);
  await sees(anna, GROUP, answer);
}

/** A call rings, and ends unanswered. */
async function ring({ anna, bela, rest }: Scene): Promise<void> {
  await openChat(anna, bela.name);
  await rest();
  await button(anna, anna.t('call.voice')).click();
  await button(bela, bela.t('call.accept')).waitFor();
  await rest();
  // The chip of the recording is above it.
  await button(anna, anna.t('call.cancel')).press('Enter');
  await button(bela, bela.t('call.accept')).waitFor({ state: 'detached' });
  await rest();
}

/** A press names the element, and the events that made it. */
async function pressInInspector({ inspector }: Recording, text: string): Promise<void> {
  await inspector.keyboard.press('End');
  await inspector.frameLocator('iframe').locator('[data-message]').filter({ hasText: text }).last().click();
  await inspector.getByRole('list', { name: 'Events that made it' }).getByText('messagePosted').waitFor();
}

it('INSP-10, INSP-11: three recorded sessions show at each event the text that the live app showed', async () => {
  const { url } = await stage.commonServer();
  const anna = stage.watch(await arrive(stage.browser, url, 'Anna Lake', { language: 'en' }));
  const bela = stage.watch(await arrive(stage.browser, url, 'Bela Hill', { language: 'en' }));
  const lulu = stage.watch(await arrive(stage.browser, url, '白露露'));
  await befriended(anna, bela);
  await befriended(bela, lulu);
  await grouped(bela, [anna, lulu], GROUP);
  const window = await record(anna, WINDOW);
  const phone = await record(lulu, PHONE);
  const recordings = [window, phone, await record(bela, PHONE)];

  // The code of every page is loaded first: a page that is loading shows less than its events.
  const quick: Scene = { anna, bela, lulu, rest: () => Promise.resolve() };
  await talk(quick, ['hello', 'hi', 'to everyone', '大家好']);
  await ring(quick);
  for (const one of [bela, lulu]) await go(one, '/');
  for (const one of recordings) await expectSame(one);

  for (const { person } of recordings) await noteTexts(person.page);
  const noting: Scene = { ...quick, rest: () => noted(recordings) };
  await talk(noting, ['over there', 'and back', 'to all of you', '好的']);
  await ring(noting);

  const compared = await Promise.all(recordings.map(backThrough));
  for (const events of compared) expect(events).toBeGreaterThan(5);
  await pressInInspector(phone, '好的');
});
