import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { go, type Person } from '../browser.ts';
import { bubble, button, composer, field, messages, openChat, row, say, sees, sent } from '../person.ts';
import { recordedVideo } from '../said.ts';
import { still } from '../still.ts';
import type { TextKey } from '../texts.ts';
import { until } from '../until.ts';
import { png } from '../uploads.ts';
import type { Cast, Chapter } from './cast.ts';
import { linking } from './later.ts';
import { endPoll } from './mark.ts';
import { answering } from './thread.ts';

type Did = (...screens: readonly string[]) => void;

interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const picture = async (width: number, height: number, red = 200): Promise<GivenFile> => ({
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: Buffer.from((await png(width, height, red)).bytes),
});

/** Through "+" and the device's chooser into the sheet, and off. */
async function sendFiles(person: Person, what: TextKey, files: readonly GivenFile[]): Promise<void> {
  const { page, t } = person;
  await button(person, t('plus.open')).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: t(what), exact: true }).click(),
  ]);
  await chooser.setFiles([...files]);
  const allPictures = files.every(({ mimeType }) => mimeType.startsWith('image/'));
  const send = t(allPictures ? 'attach.sendPictures' : 'attach.sendCount', { count: files.length });
  await button(person, send).click();
}

const menuOf = async (person: Person, message: Locator, what: TextKey): Promise<void> => {
  await message.click({ button: 'right', position: { x: 20, y: 8 } });
  await person.page.getByRole('menuitem', { name: person.t(what), exact: true }).click();
};

async function files({ a, b }: Cast, did: Did): Promise<void> {
  const there = messages(b, a.name);
  await openChat(a, b.name);
  await sendFiles(a, 'plus.photo', [await picture(640, 320)]);
  did('more-to-send', 'send-files');
  await there
    .getByRole('button', { name: b.t('media.openImage') })
    .first()
    .click();
  await b.page.getByRole('dialog', { name: b.t('viewer.title') }).waitFor();
  await b.page.keyboard.press('Escape');
  did('image-viewer');

  const clip = await recordedVideo(a.page);
  await sendFiles(a, 'plus.video', [
    { name: clip.name, mimeType: 'video/webm', buffer: Buffer.from(clip.bytes) },
  ]);
  await there
    .getByRole('button', { name: new RegExp(b.t('media.playVideo', { count: 1, time: '' }).slice(0, 10)) })
    .first()
    .click();
  // The chat has a picture of it, too: the player is the one that has the keyboard.
  await b.page.waitForURL(/message\/video/);
  const player = b.page.locator('video:focus');
  await player.evaluate(
    (video: HTMLVideoElement) =>
      new Promise<void>((resolve) =>
        video.readyState >= 2
          ? resolve()
          : video.addEventListener('loadeddata', () => resolve(), { once: true }),
      ),
  );
  await b.page.keyboard.press('Escape');
  await composer(b, a.name).waitFor();
  did('video');

  await sendFiles(a, 'plus.file', [
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words '.repeat(50)) },
  ]);
  await there.getByRole('button', { name: new RegExp(`^${b.t('media.openFile')} notes.txt`) }).waitFor();
}

async function voice({ a, b }: Cast, did: Did): Promise<void> {
  await button(a, a.t('a11y.recordStart')).click();
  await button(a, a.t('rec.cancel')).waitFor();
  await a.page.keyboard.press('Escape');
  await composer(a, b.name).waitFor();
  did('recording');
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
  await row(b, a.name).or(messages(b, a.name)).first().waitFor();
  const voices = messages(b, a.name).getByRole('button', { name: /voice message/i });
  await voices.first().click();
  did('recording-heard');
}

async function placeAndCard({ a, b, c }: Cast, did: Did): Promise<void> {
  await button(a, a.t('plus.open')).click();
  await a.page.getByRole('menuitem', { name: a.t('plus.location'), exact: true }).click();
  const sheet = a.page.getByRole('dialog', { name: a.t('loc.pick') });
  await sheet.getByRole('button', { name: a.t('loc.current'), exact: true }).click();
  await sheet.getByText('47.37000, 8.54000').waitFor();
  await sheet.getByLabel(a.t('loc.name'), { exact: true }).fill('By the lake');
  await sheet.getByRole('button', { name: a.t('chat.send'), exact: true }).click();
  await messages(b, a.name).getByText('By the lake').first().waitFor();
  did('send-place');

  await button(a, a.t('plus.open')).click();
  await a.page.getByRole('menuitem', { name: a.t('plus.card'), exact: true }).click();
  await a.page
    .getByRole('dialog', { name: a.t('card.pick') })
    .getByRole('button', { name: c.name })
    .click();
  await a.page.getByRole('button', { name: a.t('card.send'), exact: true }).click();
  await messages(b, a.name).getByText(c.name, { exact: true }).first().waitFor();
  did('send-card');
}

async function poll(cast: Cast, did: Did): Promise<void> {
  const { a, b } = cast;
  const question = 'Tea or coffee?';
  await button(a, a.t('plus.open')).click();
  await a.page.getByRole('menuitem', { name: a.t('plus.poll'), exact: true }).click();
  const sheet = a.page.getByRole('dialog', { name: a.t('poll.new') });
  const line = (label: string) => sheet.getByRole('textbox', { name: label, exact: true });
  await line(a.t('poll.question')).fill(question);
  for (const [at, words] of ['Tea', 'Coffee'].entries())
    await line(a.t('poll.optionOf', { n: at + 1 })).fill(words);
  await sheet.getByRole('button', { name: a.t('chat.send'), exact: true }).click();
  const option = { option: 'Tea', count: 0, share: 0 };
  await messages(b, a.name)
    .getByRole('button', { name: b.t('poll.option', option), exact: true })
    .click();
  const voted = a.t('poll.option', { ...option, count: 1, share: 100 });
  await messages(a, b.name).getByRole('button', { name: voted, exact: true }).waitFor();
  did('send-poll');
  await endPoll(cast, question, did);
}

async function emoji({ a, b }: Cast, did: Did): Promise<void> {
  await composer(a, b.name).fill('so ');
  await button(a, a.t('emoji.panel')).click();
  await a.page.getByRole('gridcell').first().click();
  await a.page.keyboard.press('Escape');
  await composer(a, b.name).press('Enter');
  await messages(b, a.name)
    .getByRole('article')
    .filter({ hasText: /so \p{Emoji}/u })
    .first()
    .waitFor();

  await go(a, '/pages/message/emoji');
  for (const red of [10, 250]) {
    const [chooser] = await Promise.all([
      a.page.waitForEvent('filechooser'),
      button(a, a.t('emoji.addOne')).click(),
    ]);
    await chooser.setFiles([{ ...(await picture(60, 60, red)), name: `leaf${red}.png` }]);
    await a.page
      .getByText(a.t('emoji.title', { n: red === 10 ? 1 : 2 }))
      .first()
      .waitFor();
  }
  await button(a, a.t('emoji.organise')).click();
  const order = () =>
    a.page.getByRole('checkbox').evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label')));
  const readStored = () => a.page.waitForResponse(/emoji\/move/);
  await Promise.all([readStored(), button(a, a.t('emoji.move', { name: 'leaf10' })).press('ArrowLeft')]);
  await until(async () => expect(await order()).toEqual(['leaf10', 'leaf250']));
  await still(a.page.getByRole('checkbox').last());
  const [from, to] = [
    await button(a, a.t('emoji.move', { name: 'leaf10' })).boundingBox(),
    await a.page.getByRole('checkbox').last().boundingBox(),
  ];
  if (from === null || to === null) throw new Error('nothing to drag');
  await a.page.mouse.move(from.x + 10, from.y + 10);
  await a.page.mouse.down();
  await a.page.mouse.move(to.x + 30, to.y + 20, { steps: 4 });
  await Promise.all([readStored(), a.page.mouse.up()]);
  await until(async () => expect(await order()).toEqual(['leaf250', 'leaf10']));
  await a.page.keyboard.press('Escape');
  await a.page.reload();
  await button(a, a.t('emoji.organise')).click();
  await until(async () => expect(await order()).toEqual(['leaf250', 'leaf10']));
  did('emoji-organise');
  await a.page.getByRole('checkbox').last().click();
  await button(a, a.t('emoji.delete', { count: 1 })).click();
  await a.page
    .getByRole('alertdialog')
    .or(a.page.getByRole('dialog'))
    .getByRole('button', { name: a.t('emoji.delete', { count: 1 }), exact: true })
    .click();
  await a.page
    .getByText(a.t('emoji.title', { n: 1 }))
    .first()
    .waitFor();
  did('emoji', 'emoji-delete');

  await button(a, a.t('common.cancel')).click();
  await button(a, a.t('pack.new')).click();
  await field(a, a.t('pack.name')).fill('Leaves');
  const form = a.page.getByRole('dialog', { name: a.t('pack.new') });
  await form.getByRole('checkbox').first().click();
  await form.getByRole('button', { name: a.t('common.save') }).click();
  await a.page.getByRole('heading', { name: 'Leaves' }).waitFor();
  did('sticker-pack');

  await go(a, '/');
  await openChat(a, b.name);
  await button(a, a.t('emoji.panel')).click();
  await a.page.getByRole('tab', { name: a.t('emoji.favourites'), exact: true }).click();
  await a.page.getByRole('button', { name: /leaf/ }).first().click();
  await messages(b, a.name)
    .getByRole('button', { name: b.t('media.openEmoji') })
    .first()
    .click();
  await button(b, b.t('pack.add')).click();
  await b.page.getByText(b.t('pack.added')).first().waitFor();
  did('emoji-panel');
}

async function menus(cast: Cast, did: Did): Promise<void> {
  const { a, b, c } = cast;
  await say(a, b.name, 'שלום, מתי נפגשים?');
  await sees(b, a.name, 'שלום, מתי נפגשים?');
  did('chat-right-to-left');
  await say(a, b.name, 'to be quoted');
  await sent(a, b.name, 'to be quoted');
  await menuOf(a, bubble(a, b.name, 'to be quoted'), 'menu.quote');
  await say(a, b.name, 'the answer');
  await messages(b, a.name)
    .getByRole('article')
    .filter({ hasText: 'the answer' })
    .getByText('to be quoted')
    .waitFor();
  await answering(cast, 'to be quoted', did);
  await menuOf(a, bubble(a, b.name, 'to be quoted').first(), 'menu.forward');
  await a.page.getByRole('checkbox', { name: c.name }).click();
  await a.page
    .getByRole('main')
    .getByRole('button', { name: a.t('sel.forwardAction'), exact: true })
    .click();
  await row(c, a.name).getByText('to be quoted').waitFor();
  await a.page.waitForURL(/message\/chat/);
  did('message-menu', 'select-forward');
  await go(a, '/');
  await openChat(a, b.name);
  await say(a, b.name, 'a slip');
  await sent(a, b.name, 'a slip');
  await sees(b, a.name, 'a slip');
  await menuOf(a, bubble(a, b.name, 'a slip'), 'menu.delete');
  await button(a, a.t('chat.deleteAction')).click();
  await bubble(b, a.name, 'a slip').waitFor({ state: 'detached' });
  did('message-delete');
  await menuOf(a, bubble(a, b.name, 'the answer').first(), 'menu.select');
  const tools = a.page.getByRole('toolbar', { name: a.t('select.tools') });
  await tools.getByRole('button', { name: a.t('menu.copy') }).click();
  await a.page.getByText(a.t('common.copied')).first().waitFor();
  if ((await tools.count()) > 0) await a.page.keyboard.press('Escape');
  await composer(a, b.name).waitFor();
  did('choosing');
}

export const saying: Chapter = {
  title:
    'they say everything that can be said: words, pictures, voice, video, files, places, cards, emoji; quote, forward, take back',
  play: async (cast, did) => {
    const { a, b } = cast;
    await go(b, '/');
    await openChat(b, a.name);
    await go(a, '/');
    await files(cast, did);
    await voice(cast, did);
    await poll(cast, did);
    await placeAndCard(cast, did);
    await emoji(cast, did);
    await menus(cast, did);
    await linking(cast, did);
  },
};
