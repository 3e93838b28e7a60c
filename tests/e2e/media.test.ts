import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { go, type Person } from '../support/browser.ts';
import {
  arriveAsFriends,
  button,
  composer,
  field,
  messages,
  openChat,
  row,
  sees,
} from '../support/person.ts';
import { send, sendUpload } from '../support/said.ts';
import { setStage } from '../support/stage.ts';
import { png } from '../support/uploads.ts';
import type { TextKey } from '../support/texts.ts';

/** A microphone that hums and never asks. */
const stage = setStage(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']);

const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 140, b: 90 } } })
    .png()
    .toBuffer();

/** Chooses files through "+" and the device's dialog, up to the preview sheet. */
async function choose(
  person: Person,
  what: TextKey,
  files: readonly { name: string; mimeType: string; buffer: Buffer }[],
): Promise<Locator> {
  const { page, t } = person;
  await button(person, t('plus.open')).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: t(what), exact: true }).click(),
  ]);
  await chooser.setFiles([...files]);
  const sheet = page.getByRole('dialog').filter({ has: page.getByLabel(t('attach.caption')) });
  await sheet.waitFor();
  return sheet;
}

it('MEDIA-1, MEDIA-6, MEDIA-8, MSG-2, UI-95, UP-5, UI-74: a picture, a file and a voice go from one window to the other', async () => {
  const { url } = await stage.commonServer();
  const [a, b] = await arriveAsFriends(stage, url, ['Anna Lake', { language: 'en' }], ['白露露']);
  await openChat(a, b.name);
  await go(b, '/');
  await openChat(b, a.name);

  // Two pictures with a caption; the other side has them in boxes of their shape.
  const photos = [
    { name: 'wide.png', mimeType: 'image/png', buffer: await picture(800, 400) },
    { name: 'tall.png', mimeType: 'image/png', buffer: await picture(300, 900) },
  ];
  const sheet = await choose(a, 'plus.photo', photos);
  await sheet.getByLabel(a.t('attach.caption')).fill('two greens');
  await sheet.getByRole('button', { name: a.t('attach.sendPictures', { count: 2 }) }).click();
  await sees(b, a.name, 'two greens');
  // The captions are under their pictures, in one bubble.
  expect(
    await messages(b, a.name)
      .getByRole('article')
      .filter({ hasText: 'two greens' })
      .getByRole('button', { name: b.t('media.openImage') })
      .count(),
  ).toBeGreaterThan(0);
  const theirs = messages(b, a.name).getByRole('button', { name: b.t('media.openImage') });
  await expect.poll(() => theirs.count()).toBe(2);
  const boxes = () =>
    theirs
      .locator('img')
      .evaluateAll((images) =>
        images.map((img) =>
          img instanceof HTMLImageElement && img.complete && img.naturalWidth > 0
            ? [img.offsetWidth, img.offsetHeight]
            : null,
        ),
      );
  // Pictures sent together are next to each other, each as wide as its shape requires (MEDIA-13).
  await expect.poll(boxes).toEqual([
    [318, 168],
    [100, 168],
  ]);

  // The viewer goes through both, and Escape leads back.
  await theirs.first().click();
  const viewer = b.page.getByRole('dialog', { name: b.t('viewer.title') });
  await viewer
    .getByText(b.t('viewer.count', { i: 1, n: 2 }))
    .first()
    .waitFor();
  await b.page.keyboard.press('ArrowRight');
  await viewer
    .getByText(b.t('viewer.count', { i: 2, n: 2 }))
    .first()
    .waitFor();
  await b.page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });

  // A large picture in a window is sent smaller, or as it is (UI-74).
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
  const large = [
    {
      name: 'large.jpg',
      mimeType: 'image/jpeg',
      buffer: await sharp({
        create: { width: 3_000, height: 1_500, channels: 3, background: '#147a5a', noise },
      })
        .jpeg()
        .toBuffer(),
    },
  ];
  for (const expected of [2_160, 3_000]) {
    const sheetOfOne = await choose(a, 'plus.photo', large);
    if (expected === 3_000) await sheetOfOne.getByRole('switch', { name: a.t('attach.smaller') }).click();
    const before = await theirs.count();
    await sheetOfOne.getByRole('button', { name: a.t('attach.sendPictures', { count: 1 }) }).click();
    await expect.poll(() => theirs.count()).toBe(before + 1);
    await theirs.last().click();
    await expect
      .poll(() =>
        viewer
          .locator('img')
          .evaluateAll((all) => all.map((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0))),
      )
      .toContain(expected);
    await b.page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
  }

  // A file: its name and size, and the same bytes back.
  const words = Buffer.from('the same bytes '.repeat(200));
  await (
    await choose(a, 'plus.file', [{ name: 'notes.txt', mimeType: 'text/plain', buffer: words }])
  )
    .getByRole('button', { name: a.t('attach.sendCount', { count: 1 }) })
    .click();
  const file = messages(b, a.name).getByRole('button', {
    name: `${b.t('media.openFile')} notes.txt 2.93 KB`,
  });
  await file.click();
  const [download] = await Promise.all([
    b.page.waitForEvent('download'),
    b.page.getByRole('menuitem', { name: b.t('media.download'), exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('notes.txt');

  // A voice: a short press stays on, then it is stopped, listened to and sent.
  await button(a, a.t('a11y.recordStart')).click();
  // Two seconds, or more if the check is late.
  await a.page
    .getByText(/^0:(?:0[2-9]|[1-5]\d)$/)
    .first()
    .waitFor();
  await a.page
    .getByRole('button', { name: a.t('a11y.recordStop'), exact: true })
    .first()
    .click();
  await button(a, a.t('chat.send')).click();
  // Two seconds, or more where the press to stop came late.
  const lasting = (key: 'media.playVoice' | 'media.pauseVoice') =>
    messages(b, a.name).getByRole('button', {
      name: new RegExp(b.t(key, { count: 2, time: '' }).trim().replace('2', '(?:[2-9]|\\d\\d)')),
    });
  const voice = lasting('media.playVoice');
  await row(b, a.name).getByText(b.t('msg.voice')).waitFor();
  // The sound lasts two seconds, so the check starts before the press.
  await Promise.all([lasting('media.pauseVoice').waitFor(), voice.click()]);
  await voice.waitFor();

  // Emoji come from this server (other requests fail the test) and go to the caret.
  await composer(a, b.name).fill('so ');
  await button(a, a.t('emoji.panel')).click();
  // The panel takes the keyboard, and gives it back.
  await expect
    .poll(() => a.page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe(a.t('emoji.searchOne'));
  await a.page.getByRole('gridcell').first().click();
  await expect.poll(() => composer(a, b.name).inputValue()).toMatch(/^so \p{Emoji}/u);
  await a.page.keyboard.press('Escape');
  await a.page.getByRole('gridcell').first().waitFor({ state: 'detached' });
  expect(await button(a, a.t('emoji.panel')).evaluate((opener) => opener === document.activeElement)).toBe(
    true,
  );

  // The client reports unsendable files before it sends anything.
  await button(a, a.t('plus.open')).click();
  const [chooser] = await Promise.all([
    a.page.waitForEvent('filechooser'),
    a.page.getByRole('menuitem', { name: a.t('plus.file'), exact: true }).click(),
  ]);
  await chooser.setFiles([{ name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) }]);
  await a.page.getByText(a.t('attach.empty')).waitFor();
  expect(await field(a, a.t('attach.caption')).count()).toBe(0);
});

it('MEDIA-11, UI-69: ten pictures all arrive; the time is fully visible on the smallest and the narrowest one', async () => {
  const { url } = await stage.commonServer();
  const [a, b] = await arriveAsFriends(
    stage,
    url,
    ['Anna Lake', { language: 'en' }],
    ['Bela Hill', { language: 'en' }],
  );
  await openChat(a, b.name);
  await openChat(b, a.name);
  const ten = await Promise.all(
    Array.from({ length: 10 }, async (_, at) => ({
      name: `p${at}.png`,
      mimeType: 'image/png',
      buffer: await picture(60, 60 + at),
    })),
  );
  await (
    await choose(a, 'plus.photo', ten)
  )
    .getByRole('button', { name: a.t('attach.sendPictures', { count: 10 }) })
    .click();
  await expect
    .poll(() =>
      messages(b, a.name)
        .getByRole('button', { name: b.t('media.openImage') })
        .count(),
    )
    .toBe(10);

  // Each picture between texts is separate.
  for (const [width, height] of [
    [16, 16],
    [40, 1_200],
    [1_200, 40],
  ] as const) {
    await sendUpload(a.user, String(b.user.id), 'image', await png(width, height));
    await send(a.user, String(b.user.id), 'between');
  }
  await expect
    .poll(() =>
      messages(b, a.name)
        .getByRole('button', { name: b.t('media.openImage') })
        .count(),
    )
    .toBe(13);
  const disconnect = () =>
    messages(a, b.name)
      .getByRole('article')
      .evaluateAll((bubbles) =>
        bubbles.flatMap((bubble) => {
          const [box, time] = [
            bubble.getBoundingClientRect(),
            bubble.querySelector('time')?.getBoundingClientRect(),
          ];
          return time === undefined ||
            (time.left >= box.left &&
              time.right <= box.right &&
              time.top >= box.top &&
              time.bottom <= box.bottom)
            ? []
            : [bubble.textContent];
        }),
      );
  expect(await disconnect()).toEqual([]);
});

it('MEDIA-11: a file on its way says percent and bytes beside its name, and is stopped by its own button', async () => {
  const { url } = await stage.commonServer();
  const [a, b] = await arriveAsFriends(stage, url, ['Anna Lake', { language: 'en' }], ['Bela Hill', 'away']);
  await openChat(a, b.name);
  await a.page.route('**/uploadFile', () => undefined);
  for (const [what, file] of [
    ['plus.file', { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.alloc(3_000, 'x') }],
    ['plus.photo', { name: 'tall.png', mimeType: 'image/png', buffer: await picture(40, 1_200) }],
  ] as const) {
    await (
      await choose(a, what, [file])
    )
      .getByRole('button', {
        name: a.t(what === 'plus.photo' ? 'attach.sendPictures' : 'attach.sendCount', { count: 1 }),
      })
      .click();
    const going = messages(a, b.name).getByRole('article').last();
    await going
      .getByRole('progressbar', { name: a.t('media.uploading', { name: file.name }) })
      .getByText('%')
      .waitFor();
    await going.getByText(/ of \d/).waitFor();
    await going.getByRole('button', { name: a.t('media.stopUpload', { name: file.name }) }).click();
    await messages(a, b.name).getByRole('progressbar').waitFor({ state: 'detached' });
  }
});
