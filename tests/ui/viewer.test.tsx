// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { asRecalled } from '../../src/client/state/recalled.ts';
import type { Conversation } from '../../src/client/state/state.ts';
import { msgId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import { ok } from '../../src/domain/result.ts';
import { file } from '../support/answered-rows.ts';
import { at, openChat, openPage, others, picture, range } from '../support/followed.tsx';
import { happens, type Screen } from '../support/screen.tsx';
import { stateWith, windowOf } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

describe('the viewer of an open chat', () => {
  it('RECALL-2, MEDIA-6: the viewer has the pictures of now, and closes with its own', async () => {
    const on = await openChat([picture(1), picture(2)]);
    const open = () => on.screen.all('[role=dialog]').map((one) => one.textContent ?? '');
    await on.screen.press(document.querySelector('[data-tile=m2]') ?? expect.fail('no tile'));
    await until(() => expect(open()).toEqual([expect.stringContaining('2 of 2')]));
    await on.becomes(picture(1), picture(2), picture(3));
    await until(() => expect(open()).toEqual([expect.stringContaining('2 of 3')]));
    await on.becomes(asRecalled(picture(1), null), picture(2), picture(3));
    await until(() => expect(open()).toEqual([expect.stringContaining('1 of 2')]));
    await on.becomes(asRecalled(picture(1), null), asRecalled(picture(2), null), picture(3));
    await until(() => expect(open()).toEqual([]));
  });

  it('MEDIA-6: the viewer stays though the list of the chat loads again or begins later', async () => {
    const { screen, client } = await openChat([picture(1), picture(2)]);
    const becomes = (messages: readonly Message[], part: Partial<Conversation>) =>
      happens(() => client.set(stateWith([at(2)], windowOf(at(2), messages, part))));
    const open = () => screen.all('[role=dialog]').map((one) => one.textContent ?? '');
    const shows = (words: string) => until(() => expect(open()).toEqual([expect.stringContaining(words)]));
    await screen.press(document.querySelector('[data-tile=m2]') ?? expect.fail('no tile'));
    await shows('2 of 2');
    await becomes([], { complete: false, live: false });
    await shows('1 of 1');
    await becomes([picture(3), picture(4)], { complete: false });
    await shows('1 of 3');
    await screen.key(screen.find('dialog'), 'ArrowRight');
    await shows('1 of 2');
    await screen.key(screen.find('dialog'), 'ArrowRight');
    await shows('2 of 2');
    // The page reports a picture that no longer exists.
    await becomes([], { complete: false, live: false });
    await shows('1 of 1');
    const erased = new Map([[picture(4).id, 'deleted' as const]]);
    await becomes([], { complete: false, live: false, erased });
    await until(() => expect(open()).toEqual([]));
  });

  it('MEDIA-6: the viewer closes when the chat is cleared', async () => {
    const on = await openChat([picture(1), picture(2)]);
    const open = () => on.screen.all('[role=dialog]').length;
    await on.screen.press(document.querySelector('[data-tile=m2]') ?? expect.fail('no tile'));
    await until(() => expect(open()).toBe(1));
    await on.becomes();
    await until(() => expect(open()).toBe(0));
  });
});

const numbered = (n: number) =>
  file({
    fileId: n,
    msgId: msgId(n),
    name: `hill ${n}`,
    ext: 'png',
    cate: 2,
    src: `/pictures/${n}`,
    atMs: n * 1_000,
  });
/** A page on which a press opens the viewer, with rows 40 to 1 and what becomes of them. */
async function openList(path: string, open: (screen: Screen, n: number) => Promise<unknown>) {
  let numbers = range(40, 1);
  const part = <T,>(make: (n: number) => T, page = 1, limit = 1): readonly T[] =>
    numbers.slice((page - 1) * limit, page * limit).map(make);
  const on = await openPage(path, {
    browse: ({ page, limit }) =>
      Promise.resolve(ok({ messages: part(picture, page, limit), total: numbers.length })),
    files: ({ page, limit }) =>
      Promise.resolve(ok({ rows: part(numbered, page, limit), total: numbers.length })),
  });
  let seq = 1;
  return {
    open: (n: number) => open(on.screen, n),
    shows: (words: string | null) =>
      until(() => {
        const layers = on.screen.all('[role=dialog]').map((one) => one.textContent ?? '');
        expect(layers).toEqual(words === null ? [] : [expect.stringContaining(words)]);
      }),
    becomes: async (...now: readonly number[]) => {
      numbers = [...now];
      await on.becomes(others, at((seq += 1)));
    },
    screen: on.screen,
  };
}

describe('the viewer of a long list', () => {
  it('MEDIA-6: a new picture pushes no other out of the viewer of the history', async () => {
    const on = await openList('/pages/message/record?id=group-5&type=image', async (screen, n) => {
      const tile = () => document.querySelector(`[src$="/pictures/${n}"]`)?.closest('button');
      await until(() => expect(tile()).toBeTruthy());
      await screen.press(tile() ?? expect.fail('no tile'));
    });
    await on.open(11);
    await on.shows('1 of 30');
    await on.becomes(...range(41, 1));
    await on.shows('1 of 31');
    await on.screen.key(on.screen.find('dialog'), 'ArrowRight');
    await on.shows('1 of 30');
    // Recalled, its place is still among those that are here.
    await on.becomes(...range(41, 13), ...range(11, 1));
    await on.shows(null);
    await on.open(41);
    await on.shows('30 of 30');
    await on.becomes(...range(40, 13), ...range(11, 1));
    await on.shows(null);
  });

  it('MEDIA-6: nor out of the viewer of the files', async () => {
    const on = await openList('/?view=files', async (screen, n) => {
      const row = () => screen.all('button').find((one) => one.textContent?.includes(`hill ${n}.png`));
      await until(() => expect(row()).toBeTruthy());
      await screen.press(row() ?? expect.fail('no row'));
    });
    await on.open(5);
    await on.shows('36 of 36');
    await on.becomes(...range(41, 1));
    await on.shows('37 of 37');
    await on.screen.key(on.screen.find('dialog'), 'ArrowLeft');
    await on.shows('36 of 36');
    await on.becomes(...range(41, 7), ...range(5, 1));
    await on.shows(null);
  });
});
