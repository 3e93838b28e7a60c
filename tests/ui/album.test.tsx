// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { gathered } from '../../src/app/screens/conversation/album.ts';
import { advance, READING_START } from '../../src/app/screens/conversation/reading-place.ts';
import { timeline } from '../../src/app/screens/conversation/timeline.ts';
import { userId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import { happens, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { MORNING, aContact, by, message } from '../support/contacts.ts';

const picture = (n: number, part: Partial<Message> = {}) =>
  message(n, { type: 'image', content: `/files/p${n}`, ...part });
const rowsOf = (messages: readonly Message[], unreadAfter: number | null = null) =>
  gathered(
    timeline({
      items: messages.map((one) => ({ kind: 'message' as const, key: one.id, message: one })),
      self: userId(1),
      unreadAfter,
      dayOf: (ms) => Math.floor(ms / 86_400_000),
    }),
  );
const shape = (messages: readonly Message[], unreadAfter: number | null = null) =>
  rowsOf(messages, unreadAfter).map((row) =>
    row.album === null ? String(row.key) : row.album.map((one) => one.key).join('+'),
  );

describe('pictures sent together', () => {
  it('UI-69: pictures of one user within a minute are one row; text, others, quotes and the unread line split them', () => {
    expect(shape([picture(1), picture(2), picture(3)])).toEqual(['m1+m2+m3']);
    expect(shape([picture(1), message(2), picture(3), picture(4)])).toEqual(['m1', 'm2', 'm3+m4']);
    expect(shape([picture(1), picture(2, { from: by(3) }), picture(3, { from: by(3) })])).toEqual([
      'm1',
      'm2+m3',
    ]);
    expect(
      shape([
        picture(1),
        picture(2, { quote: { msgId: 1 as never, content: 'x', userId: userId(2), realname: '' } }),
      ]),
    ).toEqual(['m1', 'm2']);
    expect(shape([picture(1), picture(2), picture(3)], 2)).toEqual(['m1+m2', 'm3']);
    expect(shape([picture(1), picture(2, { sentAtMs: MORNING + 61_001 })])).toEqual(['m1', 'm2']);
    expect(shape([picture(1), picture(2, { recalled: true }), picture(3)])).toEqual(['m1', 'm2', 'm3']);
  });

  it('UI-14: the pill counts each picture of an album that arrives, as the badge does', () => {
    const away = { ...advance(READING_START, rowsOf([message(1)]), null), atEnd: false };
    const whole = advance(away, rowsOf([message(1), picture(2), picture(3), picture(4)]), null);
    expect(whole.below).toBe(3);
    const one = advance(away, rowsOf([message(1), picture(2)]), null);
    const two = advance(one, rowsOf([message(1), picture(2), picture(3)]), null);
    expect([one.below, two.below]).toEqual([1, 2]);
    const recalled = rowsOf([message(1), picture(2, { recalled: true }), picture(3)]);
    expect(advance(two, recalled, null).below).toBe(1);
    expect(advance(two, rowsOf([message(1)]), null).below).toBe(0);
    const line = message(5, {
      type: 'event',
      note: { note: 'joined', users: [], names: [], by: userId(2), name: '' },
    });
    expect(advance(two, rowsOf([message(1), picture(2), picture(3), line]), null).below).toBe(3);
  });

  it('MSG-2: a picture with a caption begins a row, with the caption under its pictures', async () => {
    const withWords = (n: number) =>
      picture(n, { extra: { width: 40, height: 40, caption: `words of &lt;${n}&gt;` } });
    expect(shape([picture(1), withWords(2), picture(3), withWords(4)])).toEqual(['m1', 'm2+m3', 'm4']);
    const two = aContact(2, { displayName: 'Two' });
    const screen = await showApp(
      scriptedClient(stateWith([two], windowOf(two, [withWords(1), picture(2), withWords(3)]))),
      '/pages/message/chat?id=2',
    );
    await until(() => expect(screen.all('article')).toHaveLength(2));
    expect(
      screen
        .all('article')
        .map((bubble) => [
          bubble.textContent?.includes('words of <1>'),
          bubble.textContent?.includes('words of <3>'),
        ]),
    ).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('UI-69: at most nine; the tenth begins another', () => {
    expect(
      shape(Array.from({ length: 11 }, (_, i) => picture(i + 1))).map((one) => one.split('+').length),
    ).toEqual([9, 2]);
  });

  it('UI-14, UI-69: an older page that puts pictures in front of an album keeps the reading place', () => {
    const held = advance(READING_START, rowsOf([picture(2), picture(3)]), 0);
    expect(advance(held, rowsOf([message(0), picture(1), picture(2), picture(3)]), 0).shift).toBe(true);
  });

  it('UI-69: a tile has its own viewer and menu; choosing several shows them apart', async () => {
    const two = aContact(2, { displayName: 'Two' });
    const client = scriptedClient(stateWith([two], windowOf(two, [picture(1), picture(2), picture(3)])));
    const screen = await showApp(client, '/pages/message/chat?id=2');
    await until(() => expect(document.querySelectorAll('[data-tile]')).toHaveLength(3));
    expect(screen.all('article')).toHaveLength(1);
    const tile = document.querySelector('[data-tile=m2]') ?? expect.fail('no tile');
    document.elementFromPoint = () => tile;
    await happens(() =>
      tile.dispatchEvent(
        new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 5, clientY: 5 }),
      ),
    );
    await until(() => screen.find('menuitem', 'Forward'));
    await screen.press(screen.find('menuitem', 'Select'));
    await until(() =>
      expect(screen.all('[role=checkbox]').map((box) => box.getAttribute('aria-checked'))).toEqual([
        'false',
        'true',
        'false',
      ]),
    );
    expect(document.querySelectorAll('[data-tile]')).toHaveLength(0);
    await screen.press(screen.find('button', 'Cancel selection'));
    await until(() => expect(document.querySelectorAll('[data-tile]')).toHaveLength(3));
    await screen.press(document.querySelector('[data-tile=m3]') ?? expect.fail('no tile'));
    await until(() => expect(screen.text()).toContain('3 of 3'));
  });
});
