import { afterEach, expect, it } from 'vitest';
import { engineDriver, type EngineDriver, ENTER } from '../../support/engine-page.ts';
import { eventually, startFirefox, startWebKit } from '../../support/engines.ts';
import { password } from '../../support/http-user.ts';
import { sharedServer } from '../../support/server.ts';
import { textsOf } from '../../support/texts.ts';

const t = textsOf('en');
const EMOJI = '👍️';
const windows: EngineDriver[] = [];
afterEach(async () => {
  await Promise.all(windows.splice(0).map(({ engine }) => engine.close()));
});

interface Account {
  readonly driver: EngineDriver;
  readonly name: string;
  readonly account: string;
}

let accounts = 0;

async function register(driver: EngineDriver, url: string, name: string): Promise<Account> {
  const account = `${driver.engine.name.toLowerCase()}${process.pid}x${(accounts += 1)}`;
  await driver.engine.open(url);
  await driver.engine.run(() => {
    localStorage.setItem('language', 'en');
    for (const kind of ['notifications', 'microphone'])
      localStorage.setItem(`permission-explained-${kind}`, '1');
    localStorage.setItem('notifications-offered', '1');
  });
  await driver.engine.open(`${url}/?language=en#/pages/login/register`);
  await driver.fill(t('login.account'), account);
  await driver.fill(t('reg.nickname'), name);
  await driver.fill(t('reg.password'), password);
  await driver.fill(t('reg.repeat'), password);
  await driver.press('button', t('reg.submit'));
  await driver.find('button', t('common.add'));
  return { driver, name, account };
}

async function befriend(asker: Account, other: Account): Promise<void> {
  await asker.driver.go('/pages/contacts/search');
  await asker.driver.fill(t('friend.search'), other.account + ENTER);
  await asker.driver.press('button', t('friend.add'), { within: other.account });
  await asker.driver.press('button', t('friend.apply'));
  await other.driver.go('/pages/contacts/friend');
  await other.driver.press('button', t('friend.accept'), { within: asker.name });
  await other.driver.press('button', t('friend.sendMessage'), { within: asker.name });
}

async function write(from: Account, to: Account, text: string): Promise<void> {
  await from.driver.fill(t('a11y.composer', { name: to.name }), text + ENTER);
  for (const { driver } of [from, to]) await driver.find('article', text, { part: true });
}

/** Reacts to the message of the other with the first emoji that is offered. */
async function react(from: Account, to: Account, text: string): Promise<void> {
  await from.driver.hover('article', text, { part: true });
  await from.driver.press('button', t('menu.react'));
  await from.driver.press('button', EMOJI);
  for (const { driver } of [from, to])
    await driver.find('button', t('react.chip', { emoji: EMOJI, count: 1 }));
}

/** Records for two seconds, sends, and the other one hears it to its end; `count`: voice messages by then. */
async function speak(from: Account, to: Account, count: number): Promise<void> {
  await from.driver.press('button', t('a11y.recordStart'));
  await eventually('two seconds are recorded', async () =>
    (await from.driver.engine.run(secondsBeside, t('a11y.recordStop'))) >= 2 ? true : null,
  );
  await from.driver.press('button', t('a11y.recordStop'));
  await from.driver.press('button', t('chat.send'));
  const play = t('media.playVoice', { count: 2, time: '' }).split(/,? *2/)[0]!;
  const pause = t('media.pauseVoice', { count: 2, time: '' }).split(/,? *2/)[0]!;
  await eventually('the voice message is there', async () =>
    (await to.driver.engine.run(buttonsNamed, play)) === count ? true : null,
  );
  await to.driver.engine.run(keepNames);
  await to.driver.press('button', play, { part: true });
  let pressedAt = Date.now();
  // A busy machine may look at the page too late to see the button while the message plays.
  await eventually(`the voice message is played in ${to.driver.engine.name}`, async () => {
    const names = await to.driver.engine.run(namesTaken);
    const hasBegun = names.some((name) => name.startsWith(pause));
    const waitedMs = Date.now() - pressedAt;
    if (!hasBegun && waitedMs > AGAIN_MS) {
      pressedAt = Date.now();
      await to.driver.press('button', play, { part: true });
    }
    // Without a sound device, WebKit on a busy machine can begin and stand still: its decoder is asked below.
    const isOver = hasBegun && (names.at(-1)!.startsWith(play) || waitedMs > STILL_MS);
    if (!isOver) throw new Error(names.join('; '));
    // A sound that fails names its button in the same two ways; Firefox has no sound device here and fails.
    const isFailed = await to.driver.engine.run(isShown, t('media.voiceFailed'));
    if (isFailed && to.driver.engine.name !== 'Firefox')
      throw new Error(`${t('media.voiceFailed')}: ${names.join('; ')}`);
    return true;
  });
  // A busy machine records less than the clock shows.
  expect(await to.driver.engine.run(decodedSeconds)).toBeGreaterThan(0.5);
}

/** Runs in the page: seconds of the newest file that it has loaded, decoded without a sound device. */
async function decodedSeconds(): Promise<number> {
  const files = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/files/'));
  const answer = await fetch(files.at(-1)?.name ?? '');
  const sound = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(await answer.arrayBuffer());
  return sound.duration;
}

/** Runs in the page: whether a button says so. */
function isShown(text: string): boolean {
  return [...document.querySelectorAll('button')].some((button) => button.textContent === text);
}

/** Runs in the page: how many buttons have a name that begins so. */
function buttonsNamed(start: string): number {
  return document.querySelectorAll(`button[aria-label^="${start}"]`).length;
}

/** Runs in the page: from now on it keeps each name that a button takes. */
function keepNames(): void {
  const names: string[] = [];
  (window as { names?: string[] }).names = names;
  new MutationObserver((changes) => {
    for (const { target } of changes) names.push((target as Element).ariaLabel ?? '');
  }).observe(document.body, { subtree: true, attributeFilter: ['aria-label'] });
}

/** Runs in the page: the names that were kept, the last one last. */
function namesTaken(): readonly string[] {
  return (window as { names?: string[] }).names ?? [];
}

/** Runs in the page: the seconds that the recording shows beside the button that ends it. */
function secondsBeside(stop: string): number {
  const bar = document.querySelector(`button[aria-label="${stop}"]`)?.parentElement;
  return Number(/0:(\d\d)/.exec(bar?.textContent ?? '')?.[1] ?? 0);
}

/** Runs in the page: whether a long press on an avatar would select its letters. */
function isAvatarSelectable(): boolean {
  const avatar = document.querySelector('a [class*=avatar]');
  if (avatar === null) throw new Error('no avatar');
  const { userSelect, webkitUserSelect } = getComputedStyle(avatar);
  return (userSelect ?? webkitUserSelect) !== 'none';
}

/** Ten times as long as the message. */
const STILL_MS = 20_000;
const AGAIN_MS = 20_000;

/** A step that fails names itself before the test ends, also beside other browsers. */
const LIMIT_MS = 400_000;

it(
  'UI-161: users of Firefox and WebKit become friends, write, react and talk',
  { timeout: LIMIT_MS },
  async () => {
    const { url } = await sharedServer();
    const engines = await Promise.all([startFirefox(), startWebKit()]);
    windows.push(...engines.map(engineDriver));
    const [firefox, webKit] = windows;
    if (firefox === undefined || webKit === undefined) throw new Error('two engines');
    const [a, b] = await Promise.all([
      register(firefox, url, 'Anna Lake'),
      register(webKit, url, 'Bela Hill'),
    ]);
    await befriend(a, b);
    await a.driver.go('/');
    await a.driver.press('link', b.name, { part: true });
    await write(a, b, 'up the hill?');
    await write(b, a, 'after lunch');
    await react(b, a, 'up the hill?');
    await speak(a, b, 1);
    await speak(b, a, 2);
    for (const { driver } of [a, b]) {
      await driver.engine.reload();
      for (const text of ['up the hill?', 'after lunch']) await driver.find('article', text, { part: true });
      expect(await driver.engine.run(isAvatarSelectable)).toBe(false);
      const faults = await driver.engine.faults();
      expect(`${driver.engine.name}: ${faults.join('; ')}`).toBe(`${driver.engine.name}: `);
    }
  },
);
