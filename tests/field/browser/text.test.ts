import { expect, it } from 'vitest';
import type { Person } from '../../support/browser.ts';
import { arriveAsFriends, bubble, composer, openChat, row, say, sees } from '../../support/person.ts';
import { shapeFaults } from '../../support/proof/shape.ts';
import { setStage } from '../../support/stage.ts';

const stage = setStage();

const LINES = [
  'שלום, מה שלומך היום?',
  'مرحبا بالعالم، كيف حالك؟',
  'سلام دنیا!',
  'see you at 5, אנה.',
  'חוזה חדש: https://example.org/a_(b), תודה!',
  'turned \u202eback and forth',
  'hello\nשלום לכולם.',
  'ok',
] as const;

/** Imitates the translator of a browser: each text becomes an element with other words. */
const translate = (person: Person): Promise<void> =>
  person.page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
      node.parentElement?.closest('[translate="no"], script, style, textarea')
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
    );
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (text.data.trim() === '') continue;
      const font = document.createElement('font');
      font.textContent = text.data;
      text.replaceWith(font);
    }
  });

it('UI-126, UI-127: Hebrew, Arabic and Persian are set from their own side, and a translated page lives on', async () => {
  const server = await stage.commonServer();
  const [a, b] = await arriveAsFriends(stage, server.url, ['אנה כהן'], ['Bert']);
  await openChat(b, 'אנה כהן');
  await openChat(a, 'Bert');
  for (const words of LINES) await say(a, 'Bert', words);
  await sees(b, 'אנה כהן', 'ok');
  if (process.env['PICTURES']) {
    await a.page.screenshot({ path: `${process.env['PICTURES']}/rtl-a.png` });
    await b.page.screenshot({ path: `${process.env['PICTURES']}/rtl-b.png` });
  }
  for (const { page } of [a, b])
    expect(await shapeFaults(page, { touch: false, english: false })).toEqual([]);

  // The question mark is left of the text, in the composer, too.
  const sides = await b.page.evaluate(() => {
    const words = [...document.querySelectorAll('[data-words]')].find(({ textContent }) =>
      textContent.startsWith('שלום'),
    );
    const text = words?.firstChild as Text;
    const at = (from: number): number => {
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, from + 1);
      return range.getBoundingClientRect().left;
    };
    return [at(text.length - 1), at(0)];
  });
  expect(sides[0]).toBeLessThan(sides[1] ?? 0);
  const box = composer(b, 'אנה כהן');
  await box.fill('שלום.');
  expect(await box.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  await box.fill('');

  // Translated: what both type and send still arrives, and no page is lost.
  await translate(b);
  await box.pressSequentially('still here');
  await box.press('Enter');
  await sees(a, 'Bert', 'still here');
  await translate(b);
  await say(a, 'Bert', 'and a new one');
  await sees(b, 'אנה כהן', 'and a new one');
  await translate(b);
  await bubble(a, 'Bert', 'and a new one')
    .first()
    .click({ button: 'right', position: { x: 8, y: 8 } });
  await a.page.getByRole('menuitem', { name: a.t('menu.edit') }).click();
  await composer(a, 'Bert').fill('an edited one');
  await composer(a, 'Bert').press('Enter');
  await sees(b, 'אנה כהן', 'an edited one');
  await row(b, 'אנה כהן').getByText('an edited one').waitFor();
  expect(await b.page.getByText(b.t('page.loadFailed')).count()).toBe(0);
});
