// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import type { Actions, GroupMember } from '../../src/client/interface/client.ts';
import { firstSince, pageBefore } from '../../src/app/screens/conversation/history/find-day.ts';
import { userId } from '../../src/domain/ids.ts';
import type { Draft } from '../../src/domain/message.ts';
import { ok } from '../../src/domain/result.ts';
import { happens, showApp } from '../support/screen.tsx';
import { lastText, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { MORNING, aContact, aGroup, message } from '../support/contacts.ts';

const two = aContact(2, { displayName: 'Two', index: 'T', ...lastText('hi', 1) });
const three = aContact(3, { displayName: 'Three', index: 'T' });
const hikers = aContact('group-5', {
  displayName: 'Hikers',
  group: aGroup({ role: 1, notice: 'Bring water.\nAnd a jacket.' }),
});
const member = (id: number, displayName: string): GroupMember => ({
  user: userId(id),
  role: 3,
  displayName,
  account: `account${id}`,
  namePy: '',
  avatar: '',
  mutedUntilSec: 0,
});
const members: Actions['members'] = () =>
  Promise.resolve(ok([member(1, 'Me'), member(2, 'Ann'), member(3, 'Bo')]));

async function open(path: string, own: Partial<Actions> = {}) {
  const client = scriptedClient(stateWith([two, three, hikers]), own);
  return { client, screen: await showApp(client, path) };
}

const day = (n: number) => MORNING - n * 86_400_000;

describe('history', () => {
  it('UI-65: a day is found by halving, and the last page when everything is later', async () => {
    const requests: number[] = [];
    const page = (n: number) => {
      requests.push(n);
      return Promise.resolve(
        ok([message(n, { sentAtMs: day(2 * n) }), message(n, { sentAtMs: day(2 * n + 1) })]),
      );
    };
    expect(await pageBefore({ pages: 1_000, page }, day(700))).toEqual(ok(350));
    expect(requests.length).toBeLessThanOrEqual(10);
    expect(await pageBefore({ pages: 1_000, page }, day(9_000))).toEqual(ok(1_000));
    expect(await pageBefore({ pages: 0, page }, day(1))).toEqual(ok(1));
  });

  it('UI-110: the first message of a day opens, at any page border; the newest on an empty day', async () => {
    // Two a page, newest first: said 2 and 3 days ago, 4 and 5 …
    const makeMessage = (n: number) => message(n, { sentAtMs: day(n) });
    const all = {
      pages: 20,
      page: (n: number) => Promise.resolve(ok([makeMessage(2 * n), makeMessage(2 * n + 1)])),
    };
    const findMatches = async (startMs: number) => {
      const first = await firstSince(all, startMs);
      return first.ok ? first.value?.msgId : first;
    };
    expect(await findMatches(day(7))).toBe(7);
    expect(await findMatches(day(8) - 1)).toBe(8);
    // The chosen day has no message, so the next one opens.
    expect(await findMatches(day(8) + 1)).toBe(7);
    expect([await findMatches(day(900)), await findMatches(day(0))]).toEqual([41, 2]);
    expect(await firstSince({ pages: 0, page: () => Promise.resolve(ok([])) }, day(1))).toEqual(ok(null));
  });

  it('UI-65: days are above their messages; a message recalled in the meantime goes', async () => {
    let messages = [
      message(2, { content: 'later', sentAtMs: day(0) }),
      message(1, { content: 'earlier', sentAtMs: day(1) }),
    ];
    const { client, screen } = await open('/pages/message/record?id=2', {
      browse: () => Promise.resolve(ok({ messages, total: 2 })),
    });
    await until(() => expect(screen.text()).toContain('earlier'));
    expect(screen.text()).toMatch(/Monday.*later.*Sunday.*earlier/);
    messages = messages.slice(1);
    await happens(() =>
      client.set(stateWith([{ ...two, counting: { ...two.counting, seq: two.counting.seq + 1 } }])),
    );
    await until(() => expect(screen.text()).not.toContain('later'));
    expect(screen.text()).toContain('earlier');
  });
});

describe('around a chat', () => {
  it('UI-66: its info shows the newest pictures and leads to all of a kind', async () => {
    const pictures = [5, 4, 3].map((n) => message(n, { type: 'image', content: `/files/p${n}` }));
    const { screen } = await open('/pages/message/detail?id=2', {
      browse: () => Promise.resolve(ok({ messages: pictures, total: 12 })),
    });
    await until(() =>
      expect(screen.find('link', '12 pictures').getAttribute('href')).toBe(
        '#/pages/message/record?id=2&type=image',
      ),
    );
    expect(
      [...screen.find('link', '12 pictures').querySelectorAll('img')].map((one) => one.getAttribute('src')),
    ).toEqual(['/files/p5', '/files/p4', '/files/p3']);
    expect(screen.find('link', 'Videos').getAttribute('href')).toBe('#/pages/message/record?id=2&type=video');
  });

  it('UI-67: the announcement is under the bar until it is closed, and a new one appears again', async () => {
    const { client, screen } = await open('/pages/message/chat?id=group-5');
    await until(() => screen.find('button', 'Bring water. And a jacket.'));
    await screen.press(screen.find('button', 'Close the notice'));
    expect(screen.text()).not.toContain('Bring water.');
    await happens(() =>
      client.set(stateWith([{ ...hikers, group: hikers.group && { ...hikers.group, notice: 'At nine' } }])),
    );
    await until(() => expect(screen.text()).toContain('At nine'));
  });

  it('UI-67: announcement and rules share one strip, with the formatting of their author', async () => {
    const { client, screen } = await open('/pages/message/chat?id=group-5');
    const { group } = hikers;
    const setting = group && { ...group.setting, rules: 'Be _kind_' };
    const member = group && { ...group, notice: 'We meet at **nine**', role: 3 as const, setting };
    await happens(() => client.set(stateWith([{ ...hikers, group: member as typeof group }])));
    const strip = await until(() => screen.find('button', 'We meet at nine'));
    await screen.press(strip);
    const sheet = await until(() => screen.find('dialog', 'Group notice'));
    expect([...sheet.querySelectorAll('strong, b, em, i')].map((one) => one.textContent)).toEqual([
      'nine',
      'kind',
    ]);
    await screen.press(screen.find('button', 'Close the notice'));
    await until(() => expect(screen.text()).not.toMatch(/We meet|Group rules/));
  });

  it('UI-68: mentions go into the draft; everyone is there for those who may', async () => {
    let kept: Draft = { text: 'Hi ', at: [], quote: null };
    const { screen } = await open('/pages/index/userSelection?type=4&contact_id=group-5', {
      members,
      draft: () => kept,
      saveDraft: (_id, draft) => void (kept = draft),
    });
    await screen.press(await until(() => screen.find('checkbox', 'Everyone')));
    await screen.press(screen.find('checkbox', 'Bo'));
    expect(screen.all('[role=checkbox]').map((one) => one.textContent)).not.toContain('Me');
    await screen.press(screen.find('button', 'Done'));
    await until(() => expect(location.hash).toBe('#/pages/message/chat?id=group-5'));
    expect(kept).toMatchObject({ text: 'Hi @Everyone @Bo ', at: [{ id: 0 }, { id: 3 }] });
  });

  it('UI-68: exactly one contact card is selected, and never of the chat itself', async () => {
    const { client, screen } = await open('/pages/index/userSelection?type=5&contact_id=2', {
      sendCard: () => Promise.resolve(ok('m1' as never)),
    });
    await screen.press(await until(() => screen.find('checkbox', 'Three')));
    expect(screen.all('[role=checkbox]')).toHaveLength(1);
    await screen.press(screen.find('button', 'Send'));
    await until(() =>
      expect(client.asked.filter(([name]) => name === 'sendCard')).toMatchObject([
        ['sendCard', '2', { id: 3, displayName: 'Three' }, '[Contact card] Three'],
      ]),
    );
  });
});
