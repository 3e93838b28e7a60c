import { expect, it } from 'vitest';
import { meetHikers } from '../support/hikers.ts';
import { composer, messages, openChat, row } from '../support/person.ts';
import type { Person } from '../support/browser.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

const last = (person: Person, chat: string) => messages(person, chat).getByRole('article').last();

it('RICH-1, RICH-3, RICH-4, RICH-6, RICH-7: three people write and read text with marks', async () => {
  const { a, b, c, group } = await meetHikers(stage);
  for (const person of [a, b]) await openChat(person, group);

  // Formats with keys, and with the bar, which the keyboard reaches.
  const box = composer(a, group);
  await box.fill('it was gardener');
  await box.press('Shift+Control+ArrowLeft');
  await box.press('Control+b');
  expect(await box.inputValue()).toBe('it was **gardener**');
  await box.press('Control+z');
  expect(await box.inputValue()).toBe('it was gardener');
  // The text may be selected after the undo, so the cursor moves to the end first.
  await box.press('End');
  await box.press('Shift+Control+ArrowLeft');
  await a.page.getByRole('toolbar', { name: a.t('rich.bar') }).waitFor();
  await box.press('Shift+Tab');
  for (let at = 0; at < 3; at += 1) await a.page.keyboard.press('ArrowRight');
  await a.page.keyboard.press('Enter');
  expect(await box.inputValue()).toBe('it was ||gardener||');
  await box.press('Enter');

  // The spoiler is hidden until it is pressed, also in the list, which c has open.
  await row(c, group).getByText('▒▒▒').waitFor();
  expect(await row(c, group).innerText()).not.toContain('gardener');
  const hidden = last(b, group).getByRole('button', { name: b.t('rich.spoiler') });
  await hidden.waitFor();
  expect(await messages(b, group).innerText()).not.toContain('gardener');
  await hidden.focus();
  await b.page.keyboard.press('Enter');
  await last(b, group).getByText('gardener').waitFor();

  await box.fill('```js\nconst one = 1;\n```\n- **first**\n- [second](https://example.org/a)');
  await box.press('Control+Enter');
  const code = last(b, group).getByRole('group', { name: b.t('rich.code', { language: 'js' }) });
  await code.getByText('const one = 1;').waitFor();
  await expectItems(b, group, ['first', 'second']);
  const link = last(b, group).getByRole('link', { name: 'second' });
  expect(await link.getAttribute('href')).toBe('https://example.org/a');
  await row(c, group).getByText('const one = 1; • first • second').waitFor();

  // Narrow, too, code is copied as it was typed.
  await b.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await code.getByRole('button', { name: b.t('rich.copyCode') }).click();
  await code.getByText(b.t('common.copied')).waitFor();
  expect(await b.page.evaluate(() => navigator.clipboard.readText())).toBe('const one = 1;');

  // Chosen words become a link by keys alone; where it leads is chosen then, and typed over.
  await box.fill('meet at third');
  await box.press('Shift+Control+ArrowLeft');
  await box.press('Control+k');
  const readChoice = () =>
    box.evaluate((element) => {
      const { value, selectionStart, selectionEnd } = element as HTMLTextAreaElement;
      return value.slice(selectionStart, selectionEnd);
    });
  await expect.poll(readChoice).toBe('https://');
  await a.page.keyboard.type('https://example.org/b');
  await box.press('Enter');
  for (const person of [a, b]) {
    const third = last(person, group).getByRole('link', { name: 'third' });
    await third.waitFor();
    expect(await third.getAttribute('href')).toBe('https://example.org/b');
  }
  await row(c, group).getByText('meet at third').waitFor();

  // An edit takes the marks along, and brings others.
  await box.press('ArrowUp');
  await box.fill('_now_ plain');
  await box.press('Enter');
  await last(b, group).locator('em', { hasText: 'now' }).waitFor();
  await row(c, group).getByText('now plain').waitFor();
});

async function expectItems(person: Person, chat: string, items: readonly string[]): Promise<void> {
  expect(await last(person, chat).getByRole('listitem').allInnerTexts()).toEqual([...items]);
}
