import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import sharp from 'sharp';
import { narrow, type Person, wide } from '../support/browser.ts';
import { fingerOf } from '../support/finger.ts';
import { entry, meetHikers, openMenu } from '../support/hikers.ts';
import { bubble, button, composer, messages, openChat, say, sees, sent } from '../support/person.ts';
import { sendUpload } from '../support/said.ts';
import { setStage } from '../support/stage.ts';
import { wav } from '../support/uploads.ts';

const stage = setStage();

const WORDS = { one: '几点见', two: 'the usual place', answer: 'at eight', thread: '再说' } as const;

const picture = async (name: string, width: number, height: number, noise = false) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: 20, g: 140, b: 90 },
      ...(noise && { noise: { type: 'gaussian', mean: 120, sigma: 60 } }),
    },
  })
    .png()
    .toBuffer(),
});
const pictures = (person: Person, group: string) =>
  messages(person, group).getByRole('button', { name: person.t('media.openImage') });
/** How wide each picture is for its height, in their order. */
const shapes = (person: Person, group: string) =>
  pictures(person, group)
    .locator('img')
    .evaluateAll((all) =>
      (all as HTMLImageElement[]).map((one) =>
        one.naturalHeight === 0 ? 0 : Math.round((one.naturalWidth / one.naturalHeight) * 10) / 10,
      ),
    );
/** A menu with every entry in the window, wherever it was opened. */
const isWhole = (person: Person) =>
  expect
    .poll(async () => {
      const box = await person.page.getByRole('menu').boundingBox();
      const last = await person.page.getByRole('menuitem').last().boundingBox();
      if (box === null || last === null) return 0;
      return Math.max(box.y + box.height, last.y + last.height);
    })
    .toSatisfy((bottom: number) => bottom > 0 && bottom <= wide.height);
/** A menu that leaves its message visible. */
const isBeside = (person: Person, message: Locator) =>
  expect
    .poll(async () => {
      const menu = await person.page.getByRole('menu').boundingBox();
      const row = await message.boundingBox();
      if (menu === null || row === null) return 0;
      return Math.max(
        row.x - menu.x - menu.width,
        menu.x - row.x - row.width,
        row.y - menu.y - menu.height,
        menu.y - row.y - row.height,
      );
    })
    .toBeGreaterThan(0);
const unheard = (person: Person, group: string) =>
  messages(person, group).getByText(person.t('media.unheard'), { exact: true });

it('UI-58, UI-59, UI-69, UI-119, RICH-8, MEDIA-15, REACT-11: three users with mouse and touch', async () => {
  const { one, two, answer, thread } = WORDS;
  const { a, b, c, group, groupId } = await meetHikers(stage, {
    b: { size: narrow, touch: true },
  });
  for (const person of [a, b, c]) await openChat(person, group);
  for (const words of [one, two]) {
    await say(a, group, words);
    await sent(a, group, words);
  }
  for (const person of [b, c]) await sees(person, group, two);

  // The bar next to a bubble: react, reply, thread, and the menu.
  const bar = async (what: 'menu.react' | 'menu.quote' | 'menu.thread' | 'a11y.openMenu') => {
    await bubble(c, group, two).first().hover();
    await messages(c, group)
      .locator('[data-message]')
      .filter({ has: c.page.getByText(two, { exact: true }) })
      .first()
      .getByRole('button', { name: c.t(what), exact: true })
      .click();
  };
  await bar('menu.react');
  await c.page.getByRole('toolbar', { name: c.t('react.choose') }).waitFor();
  await c.page.keyboard.press('Escape');
  await bar('a11y.openMenu');
  await entry(c, 'menu.copy').waitFor();
  await isWhole(c);
  await c.page.keyboard.press('Escape');
  await bar('menu.thread');
  await c.page.getByRole('region', { name: c.t('thread.first'), exact: true }).waitFor();
  await composer(c, group).last().fill(thread);
  await composer(c, group).last().press('Enter');
  await sees(a, group, thread);
  await button(c, c.t('common.close')).last().click();
  await bar('menu.quote');
  await c.page.getByText(c.t('chat.quoting', { name: a.name })).waitFor();
  await button(c, c.t('chat.cancelQuote')).click();

  // A finger that draws a bubble to the left answers it.
  const finger = await fingerOf(b.page);
  await finger.rest(bubble(b, group, one));
  await finger.draw(-90, 6);
  await finger.lift();
  await b.page.getByText(b.t('chat.quoting', { name: a.name })).waitFor();
  await composer(b, group).fill(`${await composer(b, group).inputValue()}${answer}`);
  await composer(b, group).press('Enter');
  for (const person of [a, c])
    await messages(person, group).getByRole('article').filter({ hasText: answer }).getByText(one).waitFor();

  // Several chosen ones are copied with names and times.
  await c.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openMenu(c, group, one);
  await isWhole(c);
  await isBeside(c, bubble(c, group, one).first());
  await entry(c, 'menu.select').click();
  await bubble(c, group, two).first().click();
  const tools = c.page.getByRole('toolbar', { name: c.t('select.tools') });
  await tools.getByRole('button', { name: c.t('menu.copy') }).click();
  await c.page.getByText(c.t('common.copied')).first().waitFor();
  const copied = await c.page.evaluate(() => navigator.clipboard.readText());
  const stamp = String.raw`${a.name}, \d+ \w+ \d{4}, \d\d:\d\d`;
  expect(copied).toMatch(new RegExp(`^${stamp}\n${one}\n\n${stamp}\n${two}$`));

  // Pasted formatted text keeps its formatting.
  await c.page.evaluate(() =>
    navigator.clipboard.write([
      new ClipboardItem({
        'text/html': new Blob(['<p><b>bold</b> and <a href="https://example.org/a">words</a></p>'], {
          type: 'text/html',
        }),
        'text/plain': new Blob(['bold and words'], { type: 'text/plain' }),
      }),
    ]),
  );
  await composer(c, group).fill('');
  await composer(c, group).press('Control+v');
  await expect
    .poll(() => composer(c, group).inputValue())
    .toBe('**bold** and [words](https://example.org/a)');
  await composer(c, group).press('Enter');
  for (const person of [a, b])
    await messages(person, group).locator('strong', { hasText: 'bold' }).first().waitFor();

  // Three pictures appear in the order of the choice, although the first is by far the largest.
  await button(a, a.t('plus.open')).click();
  const [chooser] = await Promise.all([
    a.page.waitForEvent('filechooser'),
    a.page.getByRole('menuitem', { name: a.t('plus.photo'), exact: true }).click(),
  ]);
  await chooser.setFiles([
    await picture('first.png', 1_600, 800, true),
    await picture('second.png', 300, 300),
    await picture('third.png', 300, 600),
  ]);
  await button(a, a.t('attach.sendPictures', { count: 3 })).click();
  for (const person of [a, b, c]) await expect.poll(() => shapes(person, group)).toEqual([2, 1, 0.5]);

  // The mouse draws one out of the page: the file under its name.
  const drawn = await pictures(c, group)
    .nth(1)
    .locator('img')
    .evaluate((img) => {
      const dataTransfer = new DataTransfer();
      img.dispatchEvent(new DragEvent('dragstart', { dataTransfer, bubbles: true, cancelable: true }));
      return dataTransfer.getData('DownloadURL');
    });
  expect(drawn).toContain(':second.png:http');

  // A voice message plays at double speed, and the next unplayed one follows.
  for (let n = 0; n < 2; n += 1) await sendUpload(a.user, groupId, 'voice', wav(2));
  for (const person of [b, c]) await expect.poll(() => unheard(person, group).count()).toBe(2);
  const play = (person: Person) =>
    messages(person, group).getByRole('button', {
      name: person.t('media.playVoice', { count: 2, time: '0:02' }),
      exact: true,
    });
  await play(c).first().click();
  for (const rate of [1, 1.5]) await button(c, c.t('media.rate', { rate })).click();
  await button(c, c.t('media.rate', { rate: 2 })).waitFor();
  await unheard(c, group).first().waitFor({ state: 'detached' });
  await play(b).first().tap();
  await unheard(b, group).first().waitFor({ state: 'detached' });
});
