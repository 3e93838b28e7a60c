import { randomUUID } from 'node:crypto';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { go } from '../../support/browser.ts';
import { ok } from '../../support/http-user.ts';
import { type Arrived, arriveAsFriends, messages, openChat } from '../../support/person.ts';
import { send, sendUpload } from '../../support/said.ts';
import { setStage } from '../../support/stage.ts';
import { until } from '../../support/until.ts';
import { mp4 } from '../../support/uploads.ts';

const stage = setStage();

/** Bars of one colour on a clear ground, as writing is. */
async function bars(background: string, side = 200) {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const bar = { create: { width: side / 10, height: side / 2, channels: 4 as const, background } };
  const input = await sharp(bar).png().toBuffer();
  const picture = sharp({ create: { width: side, height: side, channels: 4, background: clear } }).composite(
    [0.2, 0.45, 0.7].map((part) => ({ input, left: Math.round(side * part), top: side / 4 })),
  );
  return { name: 'bars.png', bytes: new Uint8Array(await picture.png().toBuffer()), type: 'image/png' };
}

const bright = (value: number): number => (value / 255) ** 2.2;

/** The contrast between the lightest and the darkest point in the middle of a part of the page. */
async function contrast(part: Locator): Promise<number> {
  const shot = sharp(await part.screenshot());
  const { width, height } = await shot.metadata();
  const inner = { left: width >> 2, top: height >> 2, width: width >> 1, height: height >> 1 };
  const { channels } = await shot.extract(inner).stats();
  const of = (which: 'min' | 'max') =>
    [0.2126, 0.7152, 0.0722].reduce((sum, part, i) => sum + part * bright(channels[i]?.[which] ?? 0), 0.05);
  return of('max') / of('min');
}

async function isVisible(part: Locator, where: string): Promise<void> {
  await part.waitFor();
  await until(async () => expect([where, (await contrast(part)) > 3]).toEqual([where, true]));
}

it.each([
  ['dark', '#000000'],
  ['light', '#ffffff'],
] as const)(
  'MEDIA-18: in the %s theme, writing on a transparent picture is visible everywhere (%s)',
  async (theme, colour) => {
    const { url } = await stage.commonServer();
    const [a, b] = await arriveAsFriends(
      stage,
      url,
      ['Anna Lake', { language: 'en', theme }],
      ['Bela Hill', 'away'],
    );
    const picture = await bars(colour);
    const to = String(a.user.id);
    await ok(b.user.upload('/common/upload/uploadAvatar', picture));
    await sendUpload(b.user, to, 'image', picture);
    await send(b.user, to, 'between');
    const ground = await ok(b.user.upload<{ file_id: number }>('/common/upload/uploadFile', picture));
    await ok(b.user.call('/enterprise/moments/add', { file_ids: [ground.file_id], content: 'words' }));
    await ok(b.user.upload('/common/upload/uploadEmoji', picture));
    const [emoji] = await ok(b.user.call<readonly { file_id: number }[]>('/enterprise/emoji/index', {}));
    await send(b.user, to, '', { type: 'emoji', file_id: emoji?.file_id });
    await openChat(a, b.name);
    const visibleRow = messages(a, b.name).locator('article');
    await isVisible(
      visibleRow
        .getByRole('button', { name: a.t('media.openImage') })
        .first()
        .locator('img'),
      'bubble',
    );
    await isVisible(visibleRow.getByRole('button', { name: a.t('media.openEmoji') }).locator('img'), 'emoji');
    await visibleRow
      .getByRole('button', { name: a.t('media.openImage') })
      .first()
      .click();
    const viewer = a.page.getByRole('dialog', { name: a.t('viewer.title') });
    if (colour === '#000000') await isVisible(viewer.locator('img'), 'viewer');
    await a.page.keyboard.press('Escape');
    await go(a, '/pages/compass/moments');
    await isVisible(a.page.getByRole('main').getByRole('article').locator('button img').last(), 'moment');
    await isVisible(a.page.getByRole('link', { name: b.name }).locator('img').first(), 'avatar');
  },
);

const clipboard = (person: Arrived) =>
  person.page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const types = item?.types ?? [];
    const blob = types.includes('image/png') ? await item?.getType('image/png') : undefined;
    const picture = blob === undefined ? null : await createImageBitmap(blob);
    return { types, width: picture?.width };
  });

it('MEDIA-17, MEDIA-5: "Copy" copies the picture; an unplayable video gives the reason', async () => {
  const { url } = await stage.commonServer();
  const [a, b] = await arriveAsFriends(stage, url, ['Anna Lake', { language: 'en' }], ['Bela Hill', 'away']);
  await a.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const to = String(a.user.id);
  await sendUpload(b.user, to, 'image', await bars('#147a5a'));
  await sendUpload(b.user, to, 'video', { ...mp4(3, { video: true }), name: `${randomUUID()}.mp4` });
  await openChat(a, b.name);
  const visibleRow = messages(a, b.name);
  await visibleRow.getByText(a.t('media.videoFormat')).waitFor();
  expect(await visibleRow.getByText(a.t('common.retry')).count()).toBe(0);
  await visibleRow.getByRole('button', { name: a.t('media.openImage') }).click({ button: 'right' });
  await a.page.getByRole('menuitem', { name: a.t('menu.copy'), exact: true }).click();
  await a.page.getByText(a.t('common.copied'), { exact: true }).waitFor();
  expect(await clipboard(a)).toEqual({ types: ['image/png'], width: 200 });
});
