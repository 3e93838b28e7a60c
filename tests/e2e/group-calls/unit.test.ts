import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Person } from '../../support/browser.ts';
import {
  expectTones,
  framesOf,
  longestGap,
  MEDIA_FLAGS,
  meterOf,
  report,
  unitProcessOf,
} from '../../support/calls/people.ts';
import { joinCall, meetCallers, removeFromCall, TONES } from '../../support/hikers.ts';
import { button } from '../../support/person.ts';
import { violations } from '../../support/proof/axe.ts';
import { shapeFaults } from '../../support/proof/shape.ts';
import { setStage } from '../../support/stage.ts';

const stage = setStage(MEDIA_FLAGS);
const WAIT = { timeout: 40_000, interval: 100 };

const everyone = (people: readonly Person[], wanted: object) =>
  Promise.all(people.map((person) => expect.poll(() => meterOf(person), WAIT).toMatchObject(wanted)));

/** The words that a window offers to compare. */
async function words(person: Person): Promise<readonly string[]> {
  const { page, t } = person;
  await button(person, t('gcall.secret')).click();
  const list = page.getByRole('list', { name: t('gcall.compare') });
  await list.waitFor();
  const all = await list.getByRole('listitem').allTextContents();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });
  return all;
}

/** A page that keeps its connections and keys when it should close them. */
function keepAll(): void {
  RTCPeerConnection.prototype.close = () => undefined;
  Worker.prototype.terminate = () => undefined;
}

/** Shares a screen whose sound is a tone. */
async function shareScreen(person: Person, hz: number): Promise<void> {
  await person.page.evaluate((tone) => {
    const original = navigator.mediaDevices.getDisplayMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getDisplayMedia = async (wanted) => {
      const stream = await original(wanted);
      for (const track of stream.getAudioTracks()) stream.removeTrack(track);
      if (wanted?.audio !== undefined) stream.addTrack(window.tone(tone));
      return stream;
    };
  }, hz);
  await button(person, person.t('call.share')).click();
  await button(person, person.t('call.stopShare')).waitFor();
}

const SCREEN_HZ = 2_000;
const tonesAt = ({ page }: Person) => page.evaluate(() => window.tones());

it('GCALL-18, GCALL-21, GCALL-23 … GCALL-25, GCALLUI-7: four people call through the unit', async () => {
  const server = await stage.server({ env: { CALLS_PORT: '0' } });
  const { people, groupId } = await meetCallers(stage, server.url);
  const [a, b, c, d] = people;
  await d.page.addInitScript(keepAll);
  await d.page.reload();
  for (const person of people) await joinCall(person, groupId);
  await everyone(people, { heard: 3, moving: 4 });

  // All frames are encrypted from end to end, and all users read the same words.
  for (const person of people) await button(person, person.t('gcall.secret')).waitFor();
  const read = [await words(a), await words(b)];
  expect(read[0]).toHaveLength(6);
  expect(read[1]).toEqual(read[0]);
  const chinese = await words(c);
  expect(chinese.join('')).toMatch(/^\p{Script=Han}+$/u);
  for (const person of people) {
    const { plain, sealed, opened } = await framesOf(person);
    expect([plain, sealed > 100, opened > 100]).toEqual([0, true, true]);
  }
  for (const person of [a, b]) {
    const faults = [
      ...(await shapeFaults(person.page, { touch: person === b, english: false })),
      ...(await violations(person.page)),
    ];
    expect(faults).toEqual([]);
  }

  // A shared screen brings its sound, also while the microphone is off.
  await shareScreen(c, SCREEN_HZ);
  await button(c, c.t('call.micOff')).click();
  await expect.poll(() => tonesAt(a), WAIT).toEqual([600, 1_000, SCREEN_HZ]);
  await button(c, c.t('call.micOn')).click();
  await expect.poll(() => tonesAt(b), WAIT).toEqual([400, 800, 1_000, SCREEN_HZ]);

  await button(c, c.t('call.stopShare')).click();

  // The unit ends, and another one takes over.
  for (const [at, person] of people.entries()) await expectTones(person, TONES.toSpliced(at, 1));
  process.kill(unitProcessOf(server.pid), 'SIGKILL');
  await expect.poll(async () => (await meterOf(a)).heard, WAIT).toBeLessThan(3);
  await everyone(people, { heard: 3, moving: 4 });
  report('gap until another unit took over', await longestGap(people));

  // A removed page keeps its connections and keys: nothing more arrives, and nothing is decrypted.
  await removeFromCall(a, d);
  await setTimeout(600);
  const before = [(await meterOf(d)).packets, (await framesOf(d)).opened];
  await everyone([a, b, c], { heard: 2, moving: 3 });
  await setTimeout(1_500);
  expect([(await meterOf(d)).packets, (await framesOf(d)).opened]).toEqual(before);
  expect(await meterOf(d)).toMatchObject({ heard: 0 });
  const later = await words(a);
  expect(later).not.toEqual(read[0]);
  expect(await words(b)).toEqual(later);
});
