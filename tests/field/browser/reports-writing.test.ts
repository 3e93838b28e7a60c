import { expect, it } from 'vitest';
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
  row,
  say,
  sees,
  sent,
} from '../../support/person.ts';
import { setStage } from '../../support/stage.ts';
import { until } from '../../support/until.ts';

const stage = setStage();
const GROUP = 'Hiking';

const expectText = (person: Arrived, chat: string, text: string) =>
  until(async () => expect(await composer(person, chat).inputValue()).toBe(text));

/** Enter of an input method; true: the page left it alone. */
const confirm = (element: Element): boolean =>
  element.dispatchEvent(
    new KeyboardEvent('keydown', {
      key: 'Enter',
      keyCode: 229,
      isComposing: true,
      bubbles: true,
      cancelable: true,
    }),
  );

/** Enter confirms what an input method offers, also a name in the list of mentions. */
async function composes(a: Arrived): Promise<void> {
  const box = composer(a, GROUP);
  const session = await a.context.newCDPSession(a.page);
  await box.focus();
  await session.send('Input.imeSetComposition', { text: 'むずかしい', selectionStart: 5, selectionEnd: 5 });
  expect(await box.evaluate(confirm)).toBe(true);
  await session.send('Input.insertText', { text: '難しい' });
  await expectText(a, GROUP, '難しい');
  await box.press('Enter');
  await sent(a, GROUP, '難しい');
  await box.pressSequentially('@Be');
  await a.page.getByRole('option', { name: 'Bela Hill' }).waitFor();
  expect(await box.evaluate(confirm)).toBe(true);
  await expectText(a, GROUP, '@Be');
  await box.fill('');
}

/** The caret stays behind an emoji that is put into the middle. */
async function insertsAtTheCaret(a: Arrived): Promise<void> {
  const box = composer(a, GROUP);
  await box.fill('one two');
  await box.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(3, 3));
  await button(a, a.t('emoji.panel')).click();
  await a.page
    .getByRole('dialog', { name: a.t('emoji.panel') })
    .getByRole('gridcell')
    .first()
    .click();
  await a.page.keyboard.press('Escape');
  await until(async () => expect(await box.inputValue()).toMatch(/^one.+ two$/u));
  await box.focus();
  await a.page.keyboard.type('!');
  await until(async () => expect(await box.inputValue()).toMatch(/^one.+! two$/u));
  await box.fill('');
}

/** A draft stays when its chat is pressed again or left. */
async function expectDrafts(a: Arrived, b: Arrived): Promise<void> {
  await composer(a, GROUP).fill('not done yet');
  await row(a, GROUP).click();
  await row(a, GROUP).dblclick();
  await expectText(a, GROUP, 'not done yet');
  await openChat(a, b.name);
  await expectText(a, b.name, '');
  await openChat(a, GROUP);
  await expectText(a, GROUP, 'not done yet');
  await composer(a, GROUP).fill('');
}

/** An edited reply keeps its quote and its mention. */
async function editsAnswers(a: Arrived, b: Arrived): Promise<void> {
  await say(b, GROUP, 'who comes along');
  await sees(a, GROUP, 'who comes along');
  await choose(a, GROUP, 'who comes along', 'menu.quote');
  const before = await composer(a, GROUP).inputValue();
  await composer(a, GROUP).fill(`${before}I do`);
  await composer(a, GROUP).press('Enter');
  // The question and the answer that quotes it.
  for (const person of [a, b])
    await until(async () => expect(await bubble(person, GROUP, 'who comes along').count()).toBe(2));
  // Only what the server has can be edited.
  await messages(a, GROUP).getByText(a.t('chat.going'), { exact: true }).waitFor({ state: 'detached' });
  await composer(a, GROUP).press('ArrowUp');
  await until(async () => expect(await composer(a, GROUP).inputValue()).toContain('I do'));
  await composer(a, GROUP).press('End');
  await a.page.keyboard.type(' too');
  await composer(a, GROUP).press('Enter');
  await b.page.getByText('I do too').first().waitFor();
  expect(await bubble(b, GROUP, 'who comes along').count()).toBe(2);
}

/** Indented lines and tabs of the clipboard are sent as they are. */
async function pastesCode(a: Arrived): Promise<void> {
  await a.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const code = '    if (a) {\n\t\tb = `x`;\n    }';
  await a.page.evaluate((text) => {
    const lines = text.split('\n').map((line) => `<div>${line}</div>`);
    const html = `<div style="white-space: pre; font-family: Consolas">${lines.join('')}</div>`;
    return navigator.clipboard.write([
      new ClipboardItem({
        'text/plain': new Blob([text], { type: 'text/plain' }),
        'text/html': new Blob([html], { type: 'text/html' }),
      }),
    ]);
  }, code);
  await composer(a, GROUP).focus();
  await a.page.keyboard.press('Control+v');
  await expectText(a, GROUP, code);
  await composer(a, GROUP).press('Enter');
  const sentMessage = messages(a, GROUP).getByRole('article').filter({ hasText: 'if (a) {' });
  await sentMessage.waitFor();
  expect(await sentMessage.textContent()).toMatch(/ {4}if \(a\) \{\n\t\tb = /);
}

/** Formatted text into code is words alone. */
async function pastesIntoCode(a: Arrived): Promise<void> {
  const box = composer(a, GROUP);
  await a.page.evaluate(() =>
    navigator.clipboard.write([
      new ClipboardItem({
        'text/plain': new Blob(['some_name'], { type: 'text/plain' }),
        'text/html': new Blob(['<code>some_name</code>'], { type: 'text/html' }),
      }),
    ]),
  );
  await box.fill('`f()`');
  await box.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(3, 3));
  await a.page.keyboard.press('Control+v');
  await expectText(a, GROUP, '`f(some_name)`');
  await box.fill('');
  await a.page.keyboard.press('Control+v');
  await expectText(a, GROUP, '`some_name`');
  await box.fill('');
}

/** The words below the last file are not thrown away with it. */
async function expectCaption(a: Arrived): Promise<void> {
  await button(a, a.t('plus.open')).click();
  const [chooser] = await Promise.all([
    a.page.waitForEvent('filechooser'),
    a.page.getByRole('menuitem', { name: a.t('plus.file'), exact: true }).click(),
  ]);
  await chooser.setFiles([{ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }]);
  const caption = a.page.getByRole('textbox', { name: a.t('attach.caption') });
  await caption.fill('long words');
  await button(a, a.t('attach.remove', { name: 'a.txt' })).click();
  const question = a.page.getByRole('dialog', { name: a.t('common.discardTyped') });
  await question.getByRole('button', { name: a.t('common.cancel') }).click();
  await until(async () => expect(await caption.inputValue()).toBe('long words'));
  await button(a, a.t('attach.remove', { name: 'a.txt' })).click();
  await question.getByRole('button', { name: a.t('common.discard') }).click();
  await caption.waitFor({ state: 'detached' });
}

it('UI-143, EDIT-8, UI-15, RICH-12, RICH-13, UI-148: reported writing faults do not occur', async () => {
  const { url } = await stage.commonServer();
  const look = { language: 'en' } as const;
  const [a, b] = await arriveAsFriends(stage, url, ['Anna Lake', look], ['Bela Hill', look]);
  await grouped(a, [b], GROUP);
  await openChat(a, GROUP);
  await openChat(b, GROUP);
  await composes(a);
  await insertsAtTheCaret(a);
  await expectDrafts(a, b);
  await pastesCode(a);
  await pastesIntoCode(a);
  await expectCaption(a);
  await editsAnswers(a, b);
});
