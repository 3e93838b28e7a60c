import { expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { choose } from '../../support/hikers.ts';
import {
  arriveAsFriends,
  type Arrived,
  bubble,
  button,
  composer,
  grouped,
  messages,
  openChat,
  say,
  sees,
  sent,
} from '../../support/person.ts';
import { setStage } from '../../support/stage.ts';
import { until } from '../../support/until.ts';

const stage = setStage(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']);
const GROUP = 'Hiking';

async function friends() {
  const { url } = await stage.commonServer();
  const look = { language: 'en' } as const;
  const [a, b] = await arriveAsFriends(stage, url, ['Anna Lake', look], ['Bela Hill', look]);
  await grouped(a, [b], GROUP);
  return { a, b };
}

/** Starts a voice message and waits until it is long enough to be kept (REC-2). */
async function speak(a: Arrived): Promise<void> {
  await a.context.grantPermissions(['microphone']);
  await button(a, a.t('a11y.recordStart')).click();
  await a.page
    .locator('[data-composer]')
    .getByText(/^0:0[2-9]$/)
    .waitFor();
}

const findRecording = (a: Arrived): Locator => button(a, a.t('rec.discard'));

it('REC-6: a recording is there again after another chat, back and a reload, and is sent', async () => {
  const { a, b } = await friends();
  await openChat(a, b.name);
  await speak(a);
  await openChat(a, GROUP);
  await composer(a, GROUP).waitFor();
  expect(await findRecording(a).count()).toBe(0);
  await a.page.goBack();
  await findRecording(a).waitFor();
  await a.page.reload();
  await findRecording(a).waitFor();
  await findRecording(a).click();
  await composer(a, b.name).waitFor();
  await a.page.reload();
  await composer(a, b.name).waitFor();
  expect(await findRecording(a).count()).toBe(0);
  await speak(a);
  await a.page.reload();
  await findRecording(a).waitFor();
  await button(a, a.t('chat.send')).click();
  await openChat(b, a.name);
  await messages(b, a.name).getByRole('article').getByRole('button', { name: /voice/i }).first().waitFor();
});

it('REC-8: letting go sends, sliding aside cancels, sliding up goes on; one press sends', async () => {
  const { a, b } = await friends();
  await a.context.grantPermissions(['microphone']);
  await openChat(a, b.name);
  const voices = messages(a, b.name).getByRole('button', { name: /voice message/i });
  const mic = () => button(a, a.t('a11y.recordStart'));
  const hold = async (asidePx: number, upPx: number) => {
    const box = await mic().boundingBox();
    if (box === null) throw new Error('there is no microphone');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await a.page.mouse.move(x, y);
    await a.page.mouse.down();
    await a.page
      .locator('[data-composer]')
      .getByText(/^0:0[1-9]$/)
      .waitFor();
    await a.page.mouse.move(x - asidePx, y - upPx, { steps: 4 });
    await a.page.mouse.up();
  };
  await hold(0, 0);
  await expect.poll(() => voices.count()).toBe(1);
  await hold(120, 0);
  await mic().waitFor();
  await hold(0, 90);
  // The recording continues without the finger.
  await a.page
    .locator('[data-composer]')
    .getByText(/^0:0[3-9]$/)
    .waitFor();
  await button(a, a.t('chat.send')).click();
  await expect.poll(() => voices.count()).toBe(2);
  await speak(a);
  await button(a, a.t('a11y.recordStop')).click();
  await findRecording(a).waitFor();
  await button(a, a.t('chat.send')).click();
  await expect.poll(() => voices.count()).toBe(3);
  await expect.poll(() => voices.first().locator('xpath=..').locator('i').count()).toBe(40);
});

it('EDIT-11: a refused edit is in the box again, online and after an edit without a network', async () => {
  const { a, b } = await friends();
  await openChat(a, b.name);
  await say(a, b.name, 'we leave at eight');
  await sent(a, b.name, 'we leave at eight');
  await a.page.route('**/editMessage', (route) =>
    route.fulfill({ json: { code: 400, msg: 'Not now', data: null } }),
  );
  const box = composer(a, b.name);
  const expectText = (text: string) => until(async () => expect(await box.inputValue()).toBe(text));
  await choose(a, b.name, 'we leave at eight', 'menu.edit');
  await box.fill('we leave at nine');
  await box.press('Enter');
  await a.page.getByText('Not now').waitFor();
  await expectText('we leave at nine');
  await a.context.setOffline(true);
  await box.fill('we leave at ten');
  await box.press('Enter');
  await expectText('');
  await bubble(a, b.name, 'we leave at ten').waitFor();
  await openChat(a, GROUP);
  await a.context.setOffline(false);
  await button(a, a.t('later.show')).click();
  await expectText('we leave at ten');
  await sees(a, b.name, 'we leave at eight');
});

/** Returns the rest of typed words after one Ctrl+Z. */
async function undo(box: Locator): Promise<string> {
  await box.focus();
  await box.pressSequentially('hello way', { delay: 15 });
  await box.press('Control+z');
  return box.inputValue();
}

it('UI-163, UI-164: input methods keep their keys, and undo works in groups', async () => {
  const { a, b } = await friends();
  await openChat(a, b.name);
  await say(a, b.name, 'shall we');
  const box = composer(a, b.name);
  await sent(a, b.name, 'shall we');
  expect(await undo(box)).toBe('');
  await choose(a, b.name, 'shall we', 'menu.quote');
  const session = await a.context.newCDPSession(a.page);
  const escapes = async (place: Locator) => {
    await place.focus();
    await session.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
    await a.page.keyboard.press('Escape');
    await session.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
  };
  await escapes(box);
  expect(await button(a, a.t('chat.cancelQuote')).isVisible()).toBe(true);
  await box.press('Escape');
  await button(a, a.t('chat.cancelQuote')).waitFor({ state: 'detached' });
  await button(a, a.t('emoji.panel')).click();
  const panel = a.page.getByRole('dialog', { name: a.t('emoji.panel') });
  await escapes(panel.getByRole('searchbox'));
  expect(await panel.isVisible()).toBe(true);
  await a.page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
});
