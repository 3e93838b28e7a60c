// @vitest-environment happy-dom
import { timeRoom } from '../../src/app/screens/conversation/message/meta.tsx';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRef, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { VirtualizerHandle } from 'virtua';
import { useRowPx } from '../../src/app/kit/use-row-px.ts';
import { useListWidth } from '../../src/app/layout/list-width.ts';
import Splitter from '../../src/app/layout/splitter.tsx';
import { Rail } from '../../src/app/layout/rail.tsx';
import { FloatingDay, type FloatingDayHandle } from '../../src/app/screens/conversation/floating-day.tsx';
import { useFind } from '../../src/app/screens/conversation/find/use-find.ts';
import FindBar from '../../src/app/screens/conversation/find/find-bar.tsx';
import { isMeantForBox, isNearest } from '../../src/app/screens/conversation/compose/use-typing.ts';
import { isLarge } from '../../src/app/screens/conversation/message/message-body.tsx';
import { timeline } from '../../src/app/screens/conversation/timeline.ts';
import { PRESETS } from '../../src/app/shared/chat-ground.tsx';
import { DayPicker } from '../../src/app/shared/days/day-picker.tsx';
import { contactId, userId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import { ok } from '../../src/domain/result.ts';
import { root } from '../support/house/repository.ts';
import { colourOf, contrast, THEMES } from '../support/tokens.ts';
import { closeScreens, happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { MORNING, aContact, message } from '../support/contacts.ts';

afterEach(() => {
  closeScreens();
  vi.useRealTimers();
  document.documentElement.style.fontSize = '';
});

const style = (path: string): string => readFileSync(join(root, 'src/app', path), 'utf8');
const rowsOf = (messages: readonly Message[], unreadAfter: number | null = null) =>
  timeline({
    items: messages.map((one) => ({ kind: 'message' as const, key: one.id, message: one })),
    self: userId(1),
    unreadAfter,
    dayOf: (ms) => Math.floor(ms / 86_400_000),
  });

const Height = () => <p>{useRowPx()} px</p>;
function List() {
  const [width, setWidth] = useListWidth();
  return <Splitter width={width} onWidth={setWidth} />;
}
const STAGES = ['loading', 'shown', 'empty'] as const;
/** A chat at one stage after the other. */
function Coming() {
  const [at, goOn] = useState(0);
  const stage = STAGES[at] ?? 'empty';
  const find = useFind(stage, true);
  return (
    <button type="button" onClick={() => goOn(at + 1)}>
      {`${stage}${find.open ? ' open' : ''}`}
    </button>
  );
}
/** Ctrl+F; answers whether the page took it. */
const press = () => {
  const event = new KeyboardEvent('keydown', {
    key: 'f',
    ctrlKey: true,
    bubbles: true,
    cancelable: true,
  });
  document.body.dispatchEvent(event);
  return event.defaultPrevented;
};
const at = (n: number, seconds: number): Message => message(n, { sentAtMs: MORNING + seconds * 1_000 });
const hit = (n: number) => ({ conversation: contactId(2), message: message(n) });
const member = (user: number, displayName: string) => ({
  user: userId(user),
  role: 3 as const,
  displayName,
  account: '',
  namePy: '',
  avatar: '',
  mutedUntilSec: 0,
});
const large = (content: string, quote: Message['quote'] = null): boolean =>
  isLarge(message(1, { content, quote }));
const PLAIN = { ctrlKey: false, metaKey: false, altKey: false, defaultPrevented: false };
const key = (name: string, change: object = {}): boolean =>
  isMeantForBox({ key: name, ...PLAIN, target: document.body, ...change });

describe('the frame', () => {
  it('UI-100: a row of the list grows with the letters', async () => {
    const small = await showPart(scriptedClient(stateWith([])), <Height />);
    expect(small.text()).toContain('72 px');
  });

  it('UI-101: the list is drawn wider by its edge, and the device remembers it', async () => {
    const screen = await showPart(scriptedClient(stateWith([])), <List />);
    const edge = screen.find('[role=separator]');
    await screen.key(edge, 'End');
    expect([edge.getAttribute('aria-valuenow'), localStorage.getItem('listWidth')]).toEqual(['560', '560']);
    await happens(() => edge.dispatchEvent(new MouseEvent('dblclick', { bubbles: true })));
    expect([edge.getAttribute('aria-valuenow'), localStorage.getItem('listWidth')]).toEqual(['320', null]);
  });

  it('UI-102: the ways of wide windows have their names beside their icons', async () => {
    const items = [{ to: '/', label: 'Home', icon: <svg />, count: 2, current: true }];
    const screen = await showPart(
      scriptedClient(stateWith([])),
      <Rail items={items} me={false} onMe={() => undefined} />,
    );
    expect([...screen.find('nav', 'Main').children].map((entry) => entry.textContent)).toEqual([
      expect.stringContaining('Me'),
      expect.stringMatching(/^Home/),
    ]);
  });

  it('UI-108: offers take space from the app instead of covering it', () => {
    expect(style('screens/account/settings/update-offer.module.css')).not.toMatch(
      /\.strip \{[^}]*position: (?:fixed|absolute)/,
    );
  });
});

describe('messages', () => {
  it('UI-103: the last message of each minute of a run shows the time', () => {
    expect(rowsOf([at(1, 0), at(2, 59), at(3, 60), at(4, 61), at(5, 130)]).map((row) => row.timed)).toEqual([
      false,
      true,
      false,
      true,
      true,
    ]);
    expect(
      rowsOf([at(1, 0), message(2, { type: 'event', sentAtMs: MORNING }), at(3, 1)]).map((row) => row.timed),
    ).toEqual([true, true, true]);
  });

  it('UI-103: the last line has room for a longer time, and for the mark of an edited message', () => {
    expect(timeRoom('14:05', '')).toBeUndefined();
    expect(timeRoom('2:05 pm', '')).toEqual({ '--room': '"2:05 pm"' });
    expect(timeRoom('14:05', 'Edited')).toEqual({ '--room': '"Edited\u00a014:05"' });
    expect(style('screens/conversation/message/message.module.css')).toContain("var(--room, '00:00')");
  });

  it('UI-104: the colours of names are readable on every ground of a chat, in both themes', () => {
    const names = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => `name-${n}`);
    const grounds = [...PRESETS.map((preset) => `ground-${preset}`), 'paper', 'surface', 'amber-tint'];
    const faint = THEMES.flatMap((theme) =>
      names.flatMap((name) =>
        grounds
          .filter((below) => contrast(colourOf(name, theme), colourOf(below, theme)) < 4.5)
          .map((below) => `${name} on ${below}, ${theme}`),
      ),
    );
    expect(faint).toEqual([]);
  });

  it('UI-105: one to three emoji have no bubble; with text or a quote they do', () => {
    expect([large('👍'), large('👍👍 🎉'), large('ok 👍'), large('12'), large('')]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(large('👍', { msgId: 1 as never, content: 'x', userId: userId(2), realname: '' })).toBe(false);
  });

  it('UI-106: the day of the top message shows during scrolling, unless a day is there', async () => {
    const rows = rowsOf([
      message(1, { sentAtMs: MORNING - 86_400_000 }),
      message(2, { sentAtMs: MORNING - 86_399_000 }),
      message(3),
    ]);
    const list = {
      current: {
        findItemIndex: (offset: number) => Math.floor(offset / 100),
        getItemOffset: (at: number) => at * 100,
      } as VirtualizerHandle,
    };
    const handle = createRef<FloatingDayHandle>();
    vi.useFakeTimers({ now: MORNING + 3_600_000, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const screen = await showPart(
      scriptedClient(stateWith([])),
      <FloatingDay ref={handle} list={list} rows={rows} />,
    );
    await happens(() => handle.current?.onMove(10));
    expect(screen.text()).not.toContain('Yesterday');
    await happens(() => handle.current?.onMove(110));
    expect(screen.text()).toContain('Yesterday');
    expect(document.querySelector('p[aria-hidden]')?.className).toMatch(/topDayShown/);
    await happens(() => vi.advanceTimersByTime(2_000));
    expect(document.querySelector('p[aria-hidden]')?.className).not.toMatch(/topDayShown/);
  });

  it('UI-106: the day is not told over the line of new messages', async () => {
    const rows = rowsOf([message(1, { sentAtMs: MORNING }), message(2, { sentAtMs: MORNING })], 1);
    expect(rows[1]).toMatchObject({ startsDay: false, startsUnread: true });
    const list = {
      current: { findItemIndex: () => 1, getItemOffset: () => 100 } as unknown as VirtualizerHandle,
    };
    const handle = createRef<FloatingDayHandle>();
    await showPart(scriptedClient(stateWith([])), <FloatingDay ref={handle} list={list} rows={rows} />);
    await happens(() => handle.current?.onMove(110));
    expect(document.querySelector('p[aria-hidden]')).toBe(null);
    await happens(() => handle.current?.onMove(150));
    expect(document.querySelector('p[aria-hidden]')).not.toBe(null);
  });

  it('UI-107: a letter that nothing else wants goes to the box', () => {
    const field = document.body.appendChild(document.createElement('input'));
    expect([key('a'), key('你'), key('!')]).toEqual([true, true, true]);
    expect([
      key('Enter'),
      key(' '),
      key('?'),
      key('a', { ctrlKey: true }),
      key('a', { target: field }),
      key('a', { defaultPrevented: true }),
    ]).toEqual(Array(6).fill(false));
  });

  it('UI-107: with a thread beside the chat it goes to the box of the side that has the focus', () => {
    document.body.innerHTML = `
      <main><button></button><div data-composer><textarea></textarea></div></main>
      <aside><button></button><div data-composer><textarea></textarea></div></aside>`;
    const [chat, thread] = document.querySelectorAll('textarea');
    const [inChat, inThread] = document.querySelectorAll('button');
    for (const [target, box] of [
      [document.body, chat],
      [inChat, chat],
      [inThread, thread],
    ] as const) {
      const nearest = [chat, thread].filter((one) => isNearest(one!, target ?? null));
      expect(nearest).toEqual([box]);
    }
  });
});

describe('finding', () => {
  it('UI-109: the open chat is searched in place, from the newest hit to older ones', async () => {
    const went: unknown[] = [];
    const client = scriptedClient(stateWith([]), {
      searchMessages: () => Promise.resolve(ok({ rows: [9, 4].map(hit), more: false })),
    });
    const scroller = { current: document.createElement('div') };
    let closed = false;
    const bar = (
      <FindBar
        contact={aContact(2)}
        scroller={scroller}
        onGo={(id) => went.push(id)}
        onClose={() => (closed = true)}
      />
    );
    const screen = await showPart(client, bar);
    const box = screen.find('textbox');
    await screen.type(box, 'text');
    await screen.press(screen.find('[role=search]').querySelector('button') ?? box);
    await screen.type(box, 'text');
    await until(() => expect(screen.text()).toContain('1 of 2'));
    await screen.press(screen.find('button', 'Older'));
    await until(() => expect(screen.text()).toContain('2 of 2'));
    expect(went).toEqual([9, 4]);
    expect(screen.find('button', 'Older').hasAttribute('disabled')).toBe(true);
    // The reader has scrolled away: Enter leads to the last match again.
    await screen.key(box, 'Enter');
    expect(went).toEqual([9, 4, 4]);
    await screen.key(box, 'Escape');
    expect(closed).toBe(true);
  });

  it('UI-109: a search requested during the load of the chat opens with it', async () => {
    const screen = await showPart(scriptedClient(stateWith([])), <Coming />);
    let isAccepted = false;
    await happens(() => (isAccepted = press()));
    expect([isAccepted, screen.text()]).toEqual([true, 'loading']);
    await screen.press(screen.find('button'));
    expect(screen.text()).toBe('shown open');
    // A chat without messages leaves the browser's search available.
    await screen.press(screen.find('button'));
    await happens(() => (isAccepted = press()));
    expect([isAccepted, screen.text()]).toEqual([false, 'empty']);
  });

  it('UI-110: a calendar beside the search leads to what was said first on a day', async () => {
    vi.useFakeTimers({ now: MORNING, toFake: ['Date'] });
    const messages = [message(8, { sentAtMs: MORNING }), message(7, { sentAtMs: MORNING - 86_400_000 })];
    const client = scriptedClient(stateWith([]), {
      browse: () => Promise.resolve(ok({ messages, total: 2 })),
    });
    const went: unknown[] = [];
    let closed = false;
    const bar = (
      <FindBar
        contact={aContact(2)}
        scroller={{ current: document.createElement('div') }}
        onGo={(id) => went.push(id)}
        onClose={() => (closed = true)}
      />
    );
    const screen = await showPart(client, bar);
    await screen.press(screen.find('button', 'Jump to date'));
    await until(() => expect(screen.text()).toContain('March 2026'));
    // A layer over the page keeps its keys.
    await screen.key(screen.find('dialog'), 'Escape');
    expect(closed).toBe(false);
    await screen.press(screen.find('button', 'Jump to date'));
    await until(() => expect(screen.text()).toContain('March 2026'));
    await screen.press(screen.all('[data-day="2"]')[0] ?? screen.root);
    await until(() => expect(went).toEqual([8]));
  });

  it('SEARCH-16: the search is filtered by members, kinds and days, without words, too', async () => {
    const client = scriptedClient(stateWith([aContact('group-5')]), {
      searchMessages: () => Promise.resolve(ok({ rows: [hit(9)], more: true })),
      members: () => Promise.resolve(ok([member(3, 'Omar'), member(4, 'Maya')])),
    });
    const went: unknown[] = [];
    const screen = await showPart(
      client,
      <FindBar
        contact={aContact('group-5')}
        scroller={{ current: document.createElement('div') }}
        onGo={(id) => went.push(id)}
        onClose={() => undefined}
      />,
    );
    const box = screen.find('textbox');
    expect(screen.all('button').map((one) => one.textContent)).not.toContain('In');
    await screen.press(screen.find('button', 'From'));
    await until(() => expect(screen.text()).toContain('Omar'));
    await screen.key(box, 'ArrowDown');
    expect(document.activeElement?.textContent).toContain('Me');
    await screen.type(box, 'from:oma');
    await screen.press(document.querySelector<HTMLElement>('[data-row]') ?? box);
    await until(() => expect(screen.text()).toContain('1 of 2'));
    await screen.type(box, 'has:file ');
    await screen.type(box, 'in:there');
    const listRequests = () =>
      client.asked.filter(([name]) => name === 'searchMessages').map(([, pendingChange]) => pendingChange);
    await until(() => expect(listRequests()).toHaveLength(3));
    const pendingChange = { conversation: 'group-5', page: 1, limit: 30 };
    expect(listRequests()).toEqual([
      { ...pendingChange, keywords: '', filter: { from: 3 } },
      { ...pendingChange, keywords: '', filter: { from: 3, has: 'file' } },
      { ...pendingChange, keywords: 'in:there', filter: { from: 3, has: 'file' } },
    ]);
    await screen.type(box, '');
    await screen.key(box, 'Backspace');
    expect(screen.find('button', 'Remove From: Omar')).toBeDefined();
    expect(screen.all('button').map((one) => one.getAttribute('aria-label'))).not.toContain(
      'Remove Has: Files',
    );
    expect(went).toContain(9);
  });

  it.each([
    ['en', 'Mon', 'March 2026'],
    ['zh-CN', '周一', '2026年3月'],
  ] as const)(
    'UI-110: a day is chosen from a month in the language of the app (%s)',
    async (language, monday, month) => {
      vi.useFakeTimers({ now: MORNING, toFake: ['Date'] });
      let chosen: Date | null = null;
      const screen = await showPart(
        scriptedClient(stateWith([])),
        <DayPicker onDay={(day) => (chosen = day)} />,
        language,
      );
      await screen.press(screen.find('button'));
      await until(() => expect(screen.text()).toContain(month));
      expect(screen.text()).toContain(monday);
      expect(document.querySelectorAll('input[type=date]')).toHaveLength(0);
      const days = screen.all('button').filter((one) => /^\d+$/.test(one.textContent ?? ''));
      expect(days.filter((one) => !one.hasAttribute('disabled')).map((one) => one.textContent)).toEqual([
        '1',
        '2',
      ]);
      await screen.press(days[0] ?? screen.root);
      expect(chosen).toEqual(new Date(2026, 2, 1));
    },
  );
});
