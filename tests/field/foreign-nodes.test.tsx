// @vitest-environment happy-dom
import '../support/node-names.ts';
import { act, type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchForeignNodes } from '../../src/app/platform/foreign-nodes.ts';

let stop: () => void;
let root: Root;
let box: HTMLElement;
beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
  stop = watchForeignNodes();
});
afterEach(() => {
  stop();
  box.remove();
});

const draw = (what: ReactElement): Promise<void> => act(async () => root.render(what));

/** Imitates a translator: each text becomes an element with other words. */
async function translate(how: 'replaced' | 'wrapped' | 'inserted'): Promise<void> {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const font = document.createElement('font');
    if (how === 'wrapped') {
      text.replaceWith(font);
      font.append(text);
      continue;
    }
    font.textContent = `[${text.data}]`;
    if (how === 'replaced') text.replaceWith(font);
    else {
      text.before(font);
      text.remove();
    }
  }
  // Observers report after the task.
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

const page = (words: string, more: boolean, end: string) => (
  <p>
    {words}
    {more && ' more'}
    <b>bold</b>
    {end}
  </p>
);

it.each(['replaced', 'wrapped', 'inserted'] as const)(
  'UI-127: text that was %s by a translator changes, goes and comes as React draws it',
  async (how) => {
    await draw(page('one ', true, ' end'));
    await translate(how);
    await draw(page('two ', true, ' end'));
    expect(box.textContent).toContain('two ');
    expect(box.textContent).not.toContain('one');
    await translate(how);
    await draw(page('two ', false, ' end'));
    expect(box.textContent).not.toContain('more');
    await translate(how);
    await draw(page('two ', true, ' last'));
    expect(box.textContent).toContain(' more');
    expect(box.textContent).toContain(' last');
    expect(box.textContent).not.toContain(' end');
    await draw(<p>{['two', ' gone'].join('')}</p>);
    expect(box.textContent).toBe('two gone');
  },
);

it('UI-127: an element that an extension has wrapped is removed with the page that had it', async () => {
  await draw(
    <div>
      <i>a</i>
      <b>b</b>
    </div>,
  );
  const wrap = document.createElement('mark');
  box.querySelector('b')?.replaceWith(wrap);
  wrap.append(document.createElement('b'));
  await draw(
    <div>
      <i>c</i>
    </div>,
  );
  expect(box.querySelector('i')?.textContent).toBe('c');
});

const form = (chip: boolean) => (
  <form>
    {chip && <b>chip</b>}
    <input />
  </form>
);

it('UI-127: React inserts and removes elements of a form in the right place', async () => {
  await draw(form(false));
  await draw(form(true));
  expect([...(box.querySelector('form')?.children ?? [])].map((one) => one.localName)).toEqual([
    'b',
    'input',
  ]);
  await draw(form(false));
  expect(box.querySelector('b')).toBeNull();
});
