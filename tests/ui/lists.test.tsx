// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { inAlphabet, withSounds } from '../../src/app/shared/use-book.ts';
import { letterAt } from '../../src/app/screens/people/book-lines.ts';
import { ChatRow } from '../../src/app/screens/chats/chat-row.tsx';
import type { Actions } from '../../src/client/interface/client.ts';
import type { Contact } from '../../src/client/state/state.ts';
import { addressBook } from '../../src/client/state/address-book.ts';
import { chineseInitials } from '../../src/domain/chinese-initials.ts';
import { DEFAULT_CONFIG } from '../../src/domain/config.ts';
import { userId } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';
import { closeScreens, happens, showApp, showPart } from '../support/screen.tsx';
import { lastText, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aLast, aContact } from '../support/contacts.ts';

/** An order by a written list: no platform decides this test. */
const WRITTEN = [...'阿安八白嚓程哒妸发旮谷哈何讥咔垃林痳拏噢妑七秦呥扨沈它穵王夕小丫杨帀赵'];
const byList = (a: string, b: string) => WRITTEN.indexOf(a) - WRITTEN.indexOf(b);

const entry = (id: number, displayName: string) => aContact(id, { displayName });

const above = () => [...document.querySelectorAll('p[aria-hidden=true]')].map((one) => one.textContent);

describe('letters of the address book', () => {
  it('UI-76: the letter of what is on top stays above it while the list is scrolled', async () => {
    const starts = new Map([
      ['A', 2],
      ['B', 5],
    ]);
    expect([0, 1, 2, 4, 5, 99].map((line) => letterAt(starts, line))).toEqual([
      null,
      null,
      'A',
      'A',
      'B',
      'B',
    ]);
    const people = Array.from({ length: 60 }, (_, n) =>
      aContact(n + 2, { displayName: `Ann ${n}`, index: 'A' }),
    );
    await showApp(scriptedClient(stateWith(people)), '/pages/contacts/index');
    const list = await until(
      () => document.querySelector('ul[aria-label=Contacts]')?.parentElement ?? expect.fail('no list'),
    );
    expect(above()).toEqual([]);
    const scroll = (px: number) =>
      happens(() => {
        list.scrollTop = px;
        list.dispatchEvent(new Event('scroll'));
      });
    await scroll(600);
    await until(() => expect(above()).toEqual(['A']));
    await scroll(0);
    await until(() => expect(above()).toEqual([]));
  });
});

describe('Chinese names in the address book', () => {
  it('UI-61: a Chinese name is under the letter of its sound; other names have no such letter', () => {
    const initial = chineseInitials(byList);
    expect(
      ['安小满', '白露', '程门', '谷雨', '何立夏', '林间', '秦小寒', '沈冬', '王', '小满', '杨', '赵'].map(
        initial,
      ),
    ).toEqual(['A', 'B', 'C', 'G', 'H', 'L', 'Q', 'S', 'W', 'X', 'Y', 'Z']);
    expect(['Anna', '42', '☀️', ' ', ''].map(initial)).toEqual([null, null, null, null, null]);
  });

  it('UI-61: a platform whose order does not know the sounds gives no letter rather than a wrong one', () => {
    expect(chineseInitials((a, b) => (a < b ? 1 : -1))('安小满')).toBeNull();
  });

  it('UI-61: under a letter Latin names come first; signs stay under #', () => {
    const book = [
      { letter: 'B', contacts: [entry(1, 'Bo')] },
      { letter: '#', contacts: [entry(2, '42'), entry(3, '谷雨'), entry(4, '白露')] },
    ];
    expect(
      withSounds(book).map(({ letter, contacts }) => [letter, ...contacts.map((one) => one.displayName)]),
    ).toEqual([
      ['B', 'Bo', '白露'],
      ['G', '谷雨'],
      ['#', '42'],
    ]);
    const latin = book.slice(0, 1);
    expect(withSounds(latin)).toBe(latin);
  });
});

const under = (language: string, names: readonly string[]) =>
  inAlphabet(
    addressBook(stateWith(names.map((displayName, at) => aContact(at + 2, { displayName })))),
    language,
  ).map(({ letter, contacts }) => [letter, ...contacts.map((one) => one.displayName)].join(' '));

describe('the address book in the alphabet of a language', () => {
  it.each([
    [
      'ru',
      ['Яна', 'Ёлка', 'Ева', 'Йохан', 'Иван', 'Bo'],
      ['Е Ева Ёлка', 'И Иван', 'Й Йохан', 'Я Яна', 'B Bo'],
    ],
    ['pl', ['Lech', 'Łucja', 'Zoe', 'Żaneta', '7'], ['L Lech', 'Ł Łucja', 'Z Zoe', 'Ż Żaneta', '# 7']],
    ['de', ['Äpfel', 'Anna', 'Zoe'], ['A Anna Äpfel', 'Z Zoe']],
    ['tr', ['İnci', 'Işık', 'inan', 'Çınar', 'Can'], ['C Can', 'Ç Çınar', 'I Işık', 'İ inan İnci']],
    [
      'ja',
      ['ガク', 'かな', 'あい', 'ｱｷ', 'ん', '谷雨', 'Bo'],
      ['B Bo', 'あ あい ｱｷ', 'か ガク かな', 'わ ん', '# 谷雨'],
    ],
    ['ko', ['김', '까치', '한', 'Bo'], ['ㄱ 김 까치', 'ㅎ 한', 'B Bo']],
    ['ar', ['أحمد', 'آمنة', 'باسم', 'Bo', 'Яна'], ['ا آمنة أحمد', 'ب باسم', 'B Bo', '# Яна']],
    ['he', ['שרה', 'אבי'], ['א אבי', 'ש שרה']],
    ['hi', ['फ़रहान', 'फाल्गुनी', 'अमित'], ['अ अमित', 'फ फ़रहान फाल्गुनी']],
    ['en', ['Яна', 'Łucja', 'Bo', '谷雨'], ['B Bo', 'G 谷雨', 'L Łucja', '# Яна']],
  ] as const)(
    'UI-175: names have the letters of the language, in its order: %s',
    (language, names, expected) => {
      expect(under(language, names)).toEqual(expected);
    },
  );
});

const two = aContact(2, { displayName: 'Two', ...lastText('hi', 1) });
const home = (own: Partial<Actions> = {}) => {
  const client = scriptedClient(stateWith([two]), own);
  return showApp(client, '/').then((screen) => ({ client, screen }));
};

const readText = async (contact: Contact) => {
  const row = (
    <ChatRow
      contact={contact}
      self={userId(1)}
      speaker=""
      draft=""
      waiting={undefined}
      showDot={false}
      current={false}
      wide={false}
      timeText={() => ''}
      onMenu={() => undefined}
    />
  );
  const screen = await showPart(scriptedClient(stateWith([contact])), row);
  const words = [screen.text(), ...screen.all('img').map((one) => one.getAttribute('aria-label'))].join(' ');
  closeScreens();
  return words;
};

describe('the list of chats', () => {
  it('LIST-13: the unread tab offers to read everything while anything is unread', async () => {
    const { client, screen } = await home();
    const listOptions = () => screen.all('button').find((one) => one.title === 'Mark all as read');
    await happens(() => client.set(stateWith([{ ...two, unread: 2, isNotice: false }])));
    expect(listOptions()).toBeUndefined();
    await screen.press(await until(() => screen.find('tab', 'Unread')));
    await screen.press(await until(() => listOptions() ?? expect.fail('not offered')));
    expect(client.asked.map(([name]) => name)).toContain('markAllRead');
    await happens(() => client.set(stateWith([two])));
    expect(listOptions()).toBeUndefined();
  });

  it('UI-62: the newest announcement shows until it is closed, and a later one again', async () => {
    let newest = { title: 'Maintenance at noon', atSec: 5 };
    const { client, screen } = await home({ announcement: () => Promise.resolve(ok(newest)) });
    await happens(() =>
      client.set(stateWith([two, aContact('admin_notice', { kind: 'notice', ...lastText('x', 5_000) })])),
    );
    await until(() =>
      expect(screen.find('link', 'Maintenance at noon').getAttribute('href')).toBe(
        '#/pages/message/chat?id=admin_notice',
      ),
    );
    await screen.press(screen.find('button', 'Close announcement'));
    expect(screen.text()).not.toContain('Maintenance at noon');
    expect(localStorage.getItem('of-1-notice_5')).not.toBeNull();
    newest = { title: 'All is well again', atSec: 9 };
    await happens(() =>
      client.set(stateWith([two, aContact('admin_notice', { kind: 'notice', ...lastText('x', 9_000) })])),
    );
    await until(() => expect(screen.text()).toContain('All is well again'));
  });

  it('UI-62: the announcement stays while the connection is lost, and until it is loaded again', async () => {
    const answers: (() => void)[] = [];
    const postponed = new Promise<void>((resolve) => void answers.push(resolve));
    let turns = 0;
    const announcement = async () => {
      turns += 1;
      if (turns === 1) return ok({ title: 'Maintenance at noon', atSec: 15 });
      await postponed;
      return ok({ title: 'Postponed', atSec: 16 });
    };
    const { client, screen } = await home({ announcement });
    const notice = aContact('admin_notice', { kind: 'notice', ...lastText('x', 5_000) });
    const connected = stateWith([two, notice]);
    await happens(() => client.set(connected));
    await until(() => expect(screen.text()).toContain('Maintenance at noon'));
    await happens(() => client.set({ ...connected, sync: { ...connected.sync, ready: false } }));
    expect(screen.text()).toContain('Maintenance at noon');
    await happens(() => client.set(connected));
    expect(screen.text()).toContain('Maintenance at noon');
    await happens(() => answers[0]?.());
    await until(() => expect(screen.text()).toContain('Postponed'));
  });

  it('UI-97: a chat that another ended is named above the list until closed, or it is back', async () => {
    localStorage.setItem(
      'of-1-gone_chats',
      JSON.stringify([
        { id: 'group-4', name: 'Team', why: 'removed' },
        { id: '7', name: 'Maya', why: 'unfriended' },
        { id: two.id, name: 'Two', why: 'gone' },
      ]),
    );
    const { screen } = await home();
    await until(() => expect(screen.text()).toContain('"Team": You have been removed from the group chat!'));
    expect(screen.text()).toContain('"Maya": You are no longer friends');
    expect(screen.text()).not.toContain('"Two"');
    await screen.press(screen.find('button', 'Close the note about Team'));
    expect(screen.text()).not.toContain('Team');
    expect(localStorage.getItem('of-1-gone_chats')).not.toContain('Team');
    expect(screen.text()).toContain('Maya');
  });

  it('STORE-16: after each rollback one sentence says what stays behind, until it is closed', async () => {
    const { screen } = await home({ newerKept: () => Promise.resolve(ok(true)) });
    await until(() => expect(screen.text()).toContain('had not sent yet stay on this device'));
    await screen.press(screen.find('button', 'Close the note about the newer version'));
    expect(screen.text()).not.toContain('stay on this device');
    expect(localStorage.getItem('of-1-newer_kept')).not.toBeNull();
    closeScreens();
    localStorage.setItem('of-1-newer_kept', 'closed');
    await home({ newerKept: () => Promise.resolve(ok(false)) });
    await until(() => expect(localStorage.getItem('of-1-newer_kept')).toBeNull());
  });

  it('UI-63: only a pull from the top, far enough and straight down, fetches the list again', async () => {
    const { client, screen } = await home();
    await until(() => expect(screen.text()).toContain('Two'));
    const row = document.querySelector('[data-row]') ?? expect.fail('no row');
    const touch = (name: string, x: number, y: number) =>
      happens(() =>
        row.dispatchEvent(
          Object.assign(new Event(name, { bubbles: true }), {
            touches: name === 'touchend' ? [] : [{ clientX: x, clientY: y }],
          }),
        ),
      );
    const pull = async (x: number, y: number) => {
      await touch('touchstart', 50, 50);
      await touch('touchmove', 50 + x, 50 + y);
      const words = screen.text();
      await touch('touchend', 0, 0);
      return words;
    };
    const countRequests = () => client.asked.filter(([name]) => name === 'refreshContacts').length;
    // Its code comes with the first finger.
    await until(async () => expect(await pull(0, 40)).toContain('Pull to refresh'));
    expect(await pull(120, 80)).not.toContain('refresh');
    expect(countRequests()).toBe(0);
    expect(await pull(5, 90)).toContain('Release to refresh');
    expect(countRequests()).toBe(1);
  });

  it('UI-64: my own last word says whether it arrived or was read; of others nothing is said', async () => {
    const last = aLast({ n: 4, content: 'mine', from: userId(1) });
    const mine = aContact(7, { last });
    expect(await readText(mine)).toContain('Sent');
    expect(await readText({ ...mine, counting: { ...mine.counting, peerMark: 4 } })).toContain('Read');
    expect(await readText(aContact(7, { last: { ...last, from: userId(7) } }))).not.toMatch(/Sent|Read/);
  });

  it('UI-64, CONF-3: a closed service shows why, except to its administrators', async () => {
    const config = {
      ...DEFAULT_CONFIG,
      sysInfo: { ...DEFAULT_CONFIG.sysInfo, open: false, closeTips: 'Back at eight' },
    };
    const client = scriptedClient(stateWith([two], { config }));
    const screen = await showApp(client, '/');
    await until(() => expect(screen.text()).toContain('Back at eight'));
    await screen.press(screen.find('button', 'Try again'));
    expect(client.asked.some(([name]) => name === 'refreshConfig')).toBe(true);
    const state = client.store.get();
    await happens(() => client.set({ ...state, self: state.self && { ...state.self, role: 1 } }));
    await until(() => expect(screen.text()).toContain('Two'));
  });
});
