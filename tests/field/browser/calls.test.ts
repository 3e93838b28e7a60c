import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { type Person, wide } from '../../support/browser.ts';
import { MEDIA_FLAGS } from '../../support/calls/people.ts';
import { entry } from '../../support/hikers.ts';
import { arriveAsFriends, button, openChat } from '../../support/person.ts';
import { setStage } from '../../support/stage.ts';

const stage = setStage(MEDIA_FLAGS);

interface Devices {
  /** Every track that the page was given, in order. */
  readonly given: MediaStreamTrack[];
  refuses: boolean;
}
declare global {
  interface Window {
    devices: Devices;
  }
}

/** Remembers the tracks of a page, and may refuse new ones as a browser without devices does. */
const watchDevices = ({ page }: Person): Promise<void> =>
  page.evaluate(() => {
    const media = navigator.mediaDevices;
    const ask = media.getUserMedia.bind(media);
    window.devices = { given: [], refuses: false };
    media.getUserMedia = async (wanted) => {
      if (window.devices.refuses) throw new DOMException('none', 'NotFoundError');
      const stream = await ask(wanted);
      window.devices.given.push(...stream.getTracks());
      return stream;
    };
  });

/** Imitates the browser when a user unplugs the device of the newest track of a kind. */
const unplug = ({ page }: Person, kind: 'audio' | 'video', isLast: boolean): Promise<void> =>
  page.evaluate(
    ([of, last]) => {
      window.devices.refuses = last;
      const one = window.devices.given.findLast((track) => track.kind === of);
      one?.stop();
      one?.dispatchEvent(new Event('ended'));
    },
    [kind, isLast] as const,
  );

/** Opens the form of a poll, and types its question. */
async function beginPoll(person: Person): Promise<Locator> {
  await button(person, person.t('plus.open')).click();
  await entry(person, 'plus.poll').click();
  const question = person.page.getByRole('textbox', { name: person.t('poll.question'), exact: true });
  await question.fill('Where to?');
  return question;
}

const newest = ({ page }: Person, kind: 'audio' | 'video'): Promise<string> =>
  page.evaluate((of) => {
    const one = window.devices.given.findLast((track) => track.kind === of);
    return `${one?.readyState} ${one?.enabled ? 'on' : 'off'}`;
  }, kind);

const reads = (person: Person, words: string): Promise<void> =>
  person.page.getByText(words).filter({ visible: true }).first().waitFor();

it(
  'CALL-24, CALL-48, CALLUI-23: unplugged devices are shown to both sides, and an open sheet keeps its text',
  { timeout: 120_000 },
  async () => {
    const { url } = await stage.commonServer();
    const [a, b] = await arriveAsFriends(
      stage,
      url,
      ['Anna Lake', { language: 'en', size: wide }],
      ['Bela Hill', { language: 'en', size: wide }],
    );
    await openChat(a, b.name);
    await openChat(b, a.name);
    const question = await beginPoll(b);
    await watchDevices(a);
    // The second press of a double click begins nothing.
    await button(a, a.t('call.video')).dblclick();
    await button(b, b.t('call.accept')).click();
    for (const one of [a, b]) await one.page.getByRole('timer').filter({ visible: true }).waitFor();
    expect(await question.inputValue()).toBe('Where to?');
    // The page of the call asks before it takes the sheet away.
    await button(b, b.t('call.expand')).last().click();
    await button(b, b.t('common.discard')).click();
    await question.waitFor({ state: 'detached' });
    await button(b, b.t('call.expand')).last().click();
    const mutedThere = b.page.getByText(b.t('call.mutedThere', { name: a.name }));
    const offThere = b.page.getByText(b.t('call.cameraOffThere', { name: a.name })).filter({ visible: true });

    // Another microphone is available.
    await unplug(a, 'audio', false);
    await reads(a, a.t('call.microphoneReplaced'));
    await expect.poll(() => newest(a, 'audio')).toBe('live on');
    await button(a, a.t('call.micOff')).waitFor();
    await mutedThere.waitFor({ state: 'detached' });

    // None is there any more; then one is again, and nothing turns on without the user.
    await unplug(a, 'audio', true);
    await reads(a, a.t('call.microphoneLost'));
    await mutedThere.waitFor();
    await button(a, a.t('call.micOn')).click();
    await reads(a, a.t('call.missing'));
    await unplug(a, 'video', true);
    await reads(a, a.t('call.cameraLost'));
    await offThere.first().waitFor();
    await a.page.evaluate(() => {
      window.devices.refuses = false;
      navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
    });
    expect([await newest(a, 'audio'), await newest(a, 'video')]).toEqual(['ended on', 'ended on']);
    await button(a, a.t('call.micOn')).click();
    await button(a, a.t('call.camOn')).click();
    await mutedThere.waitFor({ state: 'detached' });
    await offThere.waitFor({ state: 'detached' });
    expect(await b.page.getByText(b.t('call.reconnecting')).count()).toBe(0);

    // A muted user who takes another microphone stays muted.
    await button(a, a.t('call.micOff')).click();
    await button(a, a.t('call.devices')).click();
    const microphone = a.page.getByRole('dialog').getByRole('combobox').first();
    const before = await a.page.evaluate(() => window.devices.given.length);
    await microphone.selectOption({ index: 2 });
    await expect.poll(() => a.page.evaluate(() => window.devices.given.length)).toBeGreaterThan(before);
    expect(await newest(a, 'audio')).toBe('live off');
    await a.page.keyboard.press('Escape');
    await button(a, a.t('call.micOn')).waitFor();

    // Switching a camera off releases it, and the end of the call releases everything.
    await button(a, a.t('call.camOff')).click();
    await expect.poll(() => newest(a, 'video')).toBe('ended on');
    await button(a, a.t('call.hangUp')).click();
    await reads(b, b.t('call.ended'));
    expect(
      await a.page.evaluate(
        () => window.devices.given.filter(({ readyState }) => readyState === 'live').length,
      ),
    ).toBe(0);

    // Cancelled at once: it does not go on ringing.
    await button(a, a.t('call.again')).click();
    await button(a, a.t('call.cancel')).click();
    await button(b, b.t('call.accept')).waitFor({ state: 'detached' });
  },
);
