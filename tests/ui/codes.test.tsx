// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_CONFIG, type GlobalConfig } from '../../src/domain/config.ts';
import { writeSetting } from '../../src/app/platform/settings.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import { meaningOf } from '../../src/domain/picture-code.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { decodePictureCode } from '../../src/wire/answers/accounts.ts';
import { decodeLinks } from '../../src/wire/answers/groups.ts';
import { closeScreens, happens, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact, aGroup } from '../support/contacts.ts';

const NOON = Date.UTC(2026, 2, 2, 12);
const OWN = 'https://parley.test:8443';

describe('the meaning of a code', () => {
  it.each([
    [`${OWN}/scan/g/1-a_B`, { kind: 'group', token: '1-a_B' }],
    [` ${OWN}/scan/u/7-x/ `, { kind: 'person', token: '7-x' }],
    [`${OWN}/#/pages/contacts/detail?id=7`, { kind: 'page', path: '/pages/contacts/detail?id=7' }],
    [`${OWN}#/pages/contacts/detail?id=7`, { kind: 'page', path: '/pages/contacts/detail?id=7' }],
    [`${OWN}/#//evil.example`, { kind: 'web', address: `${OWN}/#//evil.example` }],
    [`${OWN}.evil.example/scan/g/1-a`, { kind: 'web', address: `${OWN}.evil.example/scan/g/1-a` }],
    ['https://other.example/scan/g/1-a', { kind: 'web', address: 'https://other.example/scan/g/1-a' }],
    ['javascript:alert(1)', { kind: 'text', text: 'javascript:alert(1)' }],
    ['https://user@other.example/', { kind: 'text', text: 'https://user@other.example/' }],
    ['hello there', { kind: 'text', text: 'hello there' }],
  ])('UI-39: %s', (words, meaning) => {
    expect(meaningOf(words, OWN)).toEqual(meaning);
  });
});

it('START-10: a code’s path comes before its address, whose host is the one of a request', () => {
  const answer = { qrUrl: 'https://other.example/scan/u/7-x', qrExpire: '' };
  expect(decodePictureCode({ ...answer, path: '/scan/u/7-x' })?.address).toBe('/scan/u/7-x');
  expect(decodePictureCode(answer)?.address).toBe(answer.qrUrl);
  const link = { link: 3, url: answer.qrUrl, byName: '', until: 0, max: 0, used: 0, asks: 0 };
  expect(decodeLinks([{ ...link, path: '/scan/u/7-x' }])[0]?.address).toBe('/scan/u/7-x');
});

describe('codes', () => {
  it('UI-39: a link to a code leads to its group; a dead one says so and stays', async () => {
    const group = {
      kind: 'group',
      id: contactId('group-8'),
      name: 'Singers',
      avatar: '',
      members: 12,
      about: '',
      asks: false,
      asked: false,
      guestDays: 0,
      token: 'tok',
    } as const;
    const alive = scriptedClient(stateWith([]), { scanned: () => Promise.resolve(ok(group)) });
    await showApp(alive, '/pages/index/scan?code=g%2Ftok');
    await until(() => expect(location.hash).toBe('#/pages/message/group/info?token=tok'));
    closeScreens();
    const dead = scriptedClient(stateWith([]), {
      scanned: () =>
        Promise.resolve(fail({ kind: 'server', code: 400, message: 'The code has expired' } as const)),
    });
    const screen = await showApp(dead, '/pages/index/scan?code=u%2Fold');
    await until(() => expect(screen.text()).toContain('The code has expired'));
    expect(location.hash).toBe('#/pages/index/scan?code=u%2Fold');
    expect(dead.asked.filter(([name]) => name === 'scanned')).toEqual([['scanned', 'person', 'old']]);
  });

  it('UI-55: a code is kept for 7 days, then fetched again; a failure reports that it has expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON });
    const answers = [
      ok('https://parley.test/scan/u/1'),
      ok('https://parley.test/scan/u/2'),
      fail({ kind: 'server', code: 502, message: 'away' } as const),
    ];
    const client = scriptedClient(stateWith([]), {
      ownCode: () => Promise.resolve(answers.shift() ?? expect.fail('asked too often')),
    });
    const countRequests = () => client.asked.filter(([name]) => name === 'ownCode').length;
    const look = async () => {
      const screen = await showApp(client, '/pages/index/qrcode');
      await until(() => expect(screen.text()).toMatch(/Copy link|expired/));
      const words = screen.text();
      screen.close();
      return words;
    };
    await look();
    await look();
    expect(countRequests()).toBe(1);
    vi.setSystemTime(NOON + 8 * 86_400_000);
    await look();
    expect(countRequests()).toBe(2);
    vi.setSystemTime(NOON + 16 * 86_400_000);
    expect(await look()).toContain('The code has expired');
    expect(countRequests()).toBe(3);
    vi.useRealTimers();
  });

  it('UI-55, TIME-8: the last day of a code has the form of the language', async () => {
    const code = ok({ address: '/scan/g/7-x', until: '12-07' });
    for (const [language, words] of [
      ['en', 'until 7 Dec'],
      ['ar', '7 ديسمبر'],
    ] as const) {
      writeSetting('language', language);
      const client = scriptedClient(stateWith([aContact('group-5', { group: aGroup() })]), {
        groupCode: () => Promise.resolve(code),
      });
      const screen = await showApp(client, '/pages/index/qrcode?group_id=group-5', language);
      await until(() => expect(screen.text()).toContain(words));
      closeScreens();
    }
  });

  it('START-10: a path of this server is a link at the address that the user opened', async () => {
    localStorage.clear();
    const client = scriptedClient(stateWith([]), { ownCode: () => Promise.resolve(ok('/scan/u/7-x')) });
    const screen = await showApp(client, '/pages/contacts/search');
    await until(() => expect(screen.find('button', 'Copy link')).toBeDefined());
    const copied = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true });
    await screen.press(screen.find('button', 'Copy link'));
    expect(copied).toHaveBeenCalledWith(`${location.origin}/scan/u/7-x`);
  });

  it('GROUP-12: a member who may not invite sees no code', async () => {
    const screen = await showApp(
      scriptedClient(stateWith([aContact('group-5')]), { groupCode: () => Promise.resolve(ok(null)) }),
      '/pages/index/qrcode?group_id=group-5',
    );
    await until(() => expect(screen.text()).toContain("You don't have permission to do this"));
  });

  it('UI-39: without a camera a picture can be read', async () => {
    const screen = await showApp(scriptedClient(stateWith([])), '/pages/index/scan');
    await until(() => expect(screen.text()).toContain('No camera is available'));
    expect(screen.find('button', 'Read from a picture')).toBeDefined();
  });
});

const compass = (part: Partial<GlobalConfig['compass']>): GlobalConfig => ({
  ...DEFAULT_CONFIG,
  compass: { ...DEFAULT_CONFIG.compass, ...part },
});

describe('discover', () => {
  const entries = [
    { id: 1, name: 'x', icon: '', url: '/pages/compass/moments', type: 1, badge: 0 },
    { id: 2, name: 'News', icon: '', url: 'https://example.org/news', type: 2, badge: 120 },
  ] as const;

  it.each([1, 2] as const)('UI-40: entries lead inside, or to the browser page, mode %i', async (mode) => {
    const screen = await showApp(
      scriptedClient(stateWith([], { config: compass({ mode, list: entries }) })),
      '/?view=discover',
    );
    await until(() => expect(document.querySelector('main')?.textContent).toContain('News'));
    const links = [...document.querySelectorAll('main a')].map((one) => one.getAttribute('href'));
    expect(links).toEqual([
      '#/pages/compass/moments',
      '#/pages/mine/webview?src=https%3A%2F%2Fexample.org%2Fnews&title=News',
    ]);
    expect(document.querySelector('main')?.textContent).toContain('Moments');
    expect(screen.text()).toContain('99+');
  });

  it('MOMENT-6: Discover shows the newest moments, and new ones as they come', async () => {
    let words = 'first';
    const author = { id: userId(2), name: 'Mara', avatar: '' };
    const base = { id: 9, author, pictures: [], atMs: 1_700_000_000_000, mine: false, liked: false };
    const client = scriptedClient(stateWith([], { config: compass({ list: entries }) }), {
      moments: () => Promise.resolve(ok([{ ...base, words, seenBy: null, likes: [], comments: [] }])),
    });
    const screen = await showApp(client, '/?view=discover');
    await until(() => expect(screen.find('link', 'Mara').textContent).toContain('first'));
    expect(client.asked.some(([name]) => name === 'momentsSeen')).toBe(false);
    words = 'second';
    await happens(() => client.set({ ...client.store.get(), moments: { atMs: 1, moved: 1 } }));
    await until(() => expect(screen.find('link', 'Mara').textContent).toContain('second'));
  });
  it('UI-40: moments alone are in the place of Discover', async () => {
    const screen = await showApp(scriptedClient(stateWith([])), '/?view=discover');
    await until(() => expect(screen.find('link', 'Moments').getAttribute('href')).toContain('moments'));
    expect(screen.text()).not.toContain('Discover');
  });

  it('UI-40: switched off it is not there', async () => {
    const screen = await showApp(
      scriptedClient(stateWith([], { config: compass({ status: false }) })),
      '/?view=discover',
    );
    await until(() => expect(screen.text()).toContain('Messages'));
    expect([...document.querySelectorAll('h1')].map((one) => one.textContent)).not.toContain('Discover');
  });
});
