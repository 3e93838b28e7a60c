// @vitest-environment happy-dom
import type { EmojiData } from 'frimousse';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import type { Emoji } from '../../src/client/interface/files.ts';
import EmojiPage from '../../src/app/screens/conversation/collection/emoji-page.tsx';
import { Categories, withGroupNames } from '../../src/app/shared/emoji/categories.tsx';
import { changedFront } from '../../src/app/kit/use-order.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { happens, type Screen, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { textsOf } from '../support/texts.ts';
import { until } from '../support/until.ts';

const emoji = (id: number, name: string): Emoji => ({ id, name, src: `/pictures/${name}`, fileId: id });

/** A server that keeps the order, or refuses; `before` a move is taken something may be waited for. */
async function organising(refuses = false, before: () => Promise<void> = () => Promise.resolve()) {
  let storedRows = [emoji(1, 'leaf'), emoji(2, 'moon'), emoji(3, 'star'), emoji(4, 'rain')];
  const client = scriptedClient(stateWith([]), {
    emojis: () => Promise.resolve(ok(storedRows)),
    moveEmojis: async (ids) => {
      await before();
      if (refuses) return fail({ kind: 'server', code: 400, message: 'not now' });
      storedRows = [
        ...ids.map((id) => storedRows.find((one) => one.id === id) ?? expect.fail('unknown')),
        ...storedRows.filter((one) => !ids.includes(one.id)),
      ];
      return ok(undefined);
    },
  });
  const screen = await showPart(client, <EmojiPage />);
  await screen.press(await until(() => screen.find('button', 'Organise')));
  return { client, screen, order: () => storedRows.map((one) => one.name) };
}

const listVisible = (screen: Screen) => screen.all('checkbox').map((one) => one.getAttribute('aria-label'));
const handle = (screen: Screen, name: string) => screen.find('button', `Move ${name} (arrow keys)`);

describe('the order of own emoji', () => {
  it('EMOJI-3: only the part of the order up to the last change is sent', () => {
    expect(changedFront([1, 2, 3, 4], [1, 2, 3, 4])).toEqual([]);
    expect(changedFront([1, 2, 3, 4], [2, 1, 3, 4])).toEqual([2, 1]);
    expect(changedFront([1, 2, 3, 4], [1, 4, 2, 3])).toEqual([1, 4, 2, 3]);
  });

  it('EMOJI-3: arrow keys on a handle move it step by step, say where it is, and keep the focus there', async () => {
    const { screen, order } = await organising();
    handle(screen, 'star').focus();
    await screen.key(handle(screen, 'star'), 'ArrowLeft');
    expect(listVisible(screen)).toEqual(['leaf', 'star', 'moon', 'rain']);
    expect(document.activeElement).toBe(handle(screen, 'star'));
    expect(screen.text()).toContain('star: 2 of 4');
    await screen.key(handle(screen, 'star'), 'ArrowUp');
    await screen.key(handle(screen, 'star'), 'ArrowUp');
    await until(() => expect(order()).toEqual(['star', 'leaf', 'moon', 'rain']));
    expect(listVisible(screen)).toEqual(['star', 'leaf', 'moon', 'rain']);
  });

  it('EMOJI-3: a handle is dragged over the place of another; the order is sent on release', async () => {
    const { client, screen, order } = await organising();
    const places = [...document.querySelectorAll<HTMLElement>('[data-place]')];
    document.elementFromPoint = (x) => places[x] ?? null;
    await happens(() =>
      handle(screen, 'leaf').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })),
    );
    for (const x of [0, 1, 2])
      await happens(() => window.dispatchEvent(new PointerEvent('pointermove', { clientX: x })));
    expect(listVisible(screen)).toEqual(['moon', 'star', 'leaf', 'rain']);
    expect(client.asked.some(([name]) => name === 'moveEmojis')).toBe(false);
    await happens(() => window.dispatchEvent(new PointerEvent('pointerup')));
    await until(() => expect(order()).toEqual(['moon', 'star', 'leaf', 'rain']));
    expect(client.asked.filter(([name]) => name === 'moveEmojis')).toEqual([['moveEmojis', [2, 3, 1]]]);
  });

  it('EMOJI-3: a move back before the answer to the previous move is sent too', async () => {
    let answer: (() => void) | undefined;
    const { screen, order } = await organising(
      false,
      () => new Promise<void>((resolve) => (answer = resolve)),
    );
    await screen.key(handle(screen, 'star'), 'ArrowLeft');
    await until(() => expect(answer).toBeDefined());
    await screen.key(handle(screen, 'star'), 'ArrowRight');
    for (const want of [
      ['leaf', 'star', 'moon', 'rain'],
      ['leaf', 'moon', 'star', 'rain'],
    ]) {
      await until(() => expect(answer).toBeDefined());
      const go = answer;
      answer = undefined;
      await happens(() => go?.());
      await until(() => expect(order()).toEqual(want));
    }
    expect(listVisible(screen)).toEqual(['leaf', 'moon', 'star', 'rain']);
  });

  it('EMOJI-3: emoji moved to the front after a move are shown there', async () => {
    const { screen, order } = await organising();
    await screen.key(handle(screen, 'star'), 'ArrowLeft');
    await until(() => expect(order()).toEqual(['leaf', 'star', 'moon', 'rain']));
    await screen.press(screen.find('checkbox', 'rain'));
    await screen.press(screen.find('button', 'Move to front'));
    await until(() => expect(listVisible(screen)).toEqual(['rain', 'leaf', 'star', 'moon']));
  });

  it('EMOJI-3: a refusal is reported and restores the old order', async () => {
    const { screen } = await organising(true);
    await screen.key(handle(screen, 'rain'), 'ArrowLeft');
    await until(() => expect(screen.text()).toContain('not now'));
    await until(() => expect(listVisible(screen)).toEqual(['leaf', 'moon', 'star', 'rain']));
  });
});

it('EMOJI-12: a row in the panel leads to each group of emoji by its name', async () => {
  const names = ['Smileys', 'People', 'Animals', 'Food', 'Travel', 'Sport', 'Objects', 'Symbols', 'Flags'];
  const picker = (
    <div>
      <Categories />
      <div frimousse-viewport="">
        <div frimousse-list-sizer="">
          {names.map((name) => (
            <div key={name} frimousse-category="">
              {name}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
  const screen = await showPart(scriptedClient(stateWith([])), picker);
  await until(() => screen.find('button', 'Food'));
  expect(screen.all('button').map((one) => one.getAttribute('aria-label'))).toEqual(names);
  const viewport = screen.find('[frimousse-viewport]');
  const group = screen.all('[frimousse-category]')[3] ?? expect.fail('no group');
  Object.defineProperty(group, 'offsetTop', { value: 120 });
  await screen.press(screen.find('button', 'Food'));
  expect(viewport.scrollTop).toBe(120);
});

it('EMOJI-12: the groups have Arabic names, which the data of the emoji lacks', () => {
  const categories = Array.from({ length: 9 }, (_, index) => ({ index, label: 'in English' }));
  const data = { locale: 'en', emojis: [], categories, skinTones: { light: '', 'medium-light': '' } };
  const named = withGroupNames(data as unknown as EmojiData, textsOf('ar') as unknown as TFunction);
  const labels = named.categories.map(({ label }) => label);
  expect([labels[0], labels[8]]).toEqual(['الوجوه والمشاعر', 'الأعلام']);
  expect(labels).not.toContain('in English');
});
