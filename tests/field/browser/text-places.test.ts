import { expect, it } from 'vitest';
import { arriveAsFriends, composer, messages, openChat, sees, grouped } from '../../support/person.ts';
import { send } from '../../support/said.ts';
import { setStage } from '../../support/stage.ts';

const stage = setStage();

it('UI-59, UI-105, UI-146, UI-169: text stays in its bubble and is copied with names', async () => {
  const { url } = await stage.commonServer();
  const english = { language: 'en' } as const;
  const [a, b, c] = await arriveAsFriends(
    stage,
    url,
    ['Anna Lake', english],
    ['Bela Hill', 'away'],
    ['Carla Moor', 'away'],
  );
  const group = await grouped(a, [b, c], 'Walkers');
  const tall = `Z${'\u0301'.repeat(99)}`;
  const chain = Array.from({ length: 200 }, () => '😀').join('\u200d');
  for (const text of [tall, '\u{1fbff}'.repeat(400), chain, '😀', '1️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'])
    await send(b.user, group, text);
  await send(b.user, group, 'first<br>line');
  await send(b.user, group, 'second');
  await send(c.user, group, 'third');
  await openChat(a, 'Walkers');
  await sees(a, 'Walkers', 'third');
  const faults = await messages(a, 'Walkers').evaluate((list) =>
    [...list.querySelectorAll<HTMLElement>('[data-words]')].flatMap((words) => {
      const bubble = words.closest('article')?.getBoundingClientRect();
      const { overflowX, overflowY } = getComputedStyle(words);
      const box = words.getBoundingClientRect();
      const isInside = bubble !== undefined && box.left >= bubble.left && box.right <= bubble.right + 1;
      return isInside && overflowX === 'clip' && overflowY === 'clip' ? [] : [words.textContent.slice(0, 9)];
    }),
  );
  expect(faults).toEqual([]);
  const sizeOf = (text: string) =>
    messages(a, 'Walkers')
      .getByText(text, { exact: true })
      .evaluate((words) => getComputedStyle(words).fontSize);
  expect(await Promise.all(['😀', '1️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'].map(sizeOf))).toEqual(['48px', '48px', '48px']);
  if (process.env['PICTURES'])
    await a.page.screenshot({ path: `${process.env['PICTURES']}/text-places.png` });

  const copied = await messages(a, 'Walkers').evaluate((list) => {
    const words = [...list.querySelectorAll('[data-words]')].slice(-3);
    const range = document.createRange();
    range.setStart(words[0]?.firstChild ?? list, 2);
    range.setEnd(words[2]?.lastChild ?? list, 3);
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
    const data = new DataTransfer();
    words[0]?.dispatchEvent(
      new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }),
    );
    getSelection()?.removeAllRanges();
    return data.getData('text/plain');
  });
  expect(copied.replaceAll(/, .*$/gm, '')).toBe(
    'Bela Hill\nrst\nline\n\nBela Hill\nsecond\n\nCarla Moor\nthi',
  );

  await a.page.emulateMedia({ forcedColors: 'active' });
  const edges = await composer(a, 'Walkers').evaluate((box) => {
    const styles: string[] = [];
    for (let at: Element | null = box; at !== null && styles.length < 5; at = at.parentElement)
      styles.push(getComputedStyle(at).outlineStyle);
    return styles;
  });
  expect(edges).toContain('solid');
}, 90_000);
