// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import FindBar from '../../src/app/screens/conversation/find/find-bar.tsx';
import MentionSheet from '../../src/app/screens/conversation/mention-sheet.tsx';
import { useSections } from '../../src/app/screens/conversation/selection/use-sections.ts';
import type { Application } from '../../src/client/interface/client.ts';
import { asRecalled } from '../../src/client/state/recalled.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import { pollExtra } from '../../src/domain/poll.ts';
import { ok } from '../../src/domain/result.ts';
import { application, card, file } from '../support/answered-rows.ts';
import { at, openChat, openPage, others, range } from '../support/followed.tsx';
import { happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact, aGroup, message } from '../support/contacts.ts';

const nothing = () => undefined;

describe('requested lists on a page follow events', () => {
  it('EDIT-2, RECALL-2: words that a search found are those of now, and go with their chat', async () => {
    let rows = [{ conversation: contactId('group-5'), message: message(7, { content: 'over the hill' }) }];
    const on = await openPage('/pages/index/search?type=1&keywords=hill', {
      searchMessages: () => Promise.resolve(ok({ rows, more: false })),
    });
    await until(() => expect(on.screen.text()).toContain('over the hill'));
    expect(on.asked('searchMessages')).toBe(1);
    rows = rows.map((row) => ({ ...row, message: { ...row.message, content: 'round the hill' } }));
    await on.becomes(others, at(2));
    await until(() => expect(on.screen.text()).toContain('round the hill'));
    rows = [];
    await on.becomes(others);
    await until(() => expect(on.screen.text()).not.toContain('round the'));
  });

  it('RECALL-2, FILE-3: a recalled file is in no list of files', async () => {
    let rows = [file({})];
    const on = await openPage('/?view=files', {
      files: () => Promise.resolve(ok({ rows, total: rows.length })),
    });
    await until(() => expect(on.screen.text()).toContain('plan.pdf'));
    rows = [];
    await on.becomes(others, at(2));
    await until(() => expect(on.screen.text()).not.toContain('plan.pdf'));
    expect(on.asked('files')).toBe(2);
  });

  it('RECALL-2, UI-66: pictures of a chat are those of now', async () => {
    let messages = [message(7, { type: 'image', content: '/pictures/7' })];
    const { counting } = others;
    const on = await openPage('/pages/message/detail?id=2', {
      browse: () => Promise.resolve(ok({ messages, total: messages.length })),
    });
    await until(() => on.screen.find('link', '1 picture'));
    messages = [];
    await on.becomes({ ...others, counting: { ...counting, seq: counting.seq + 1 } }, at(1));
    await until(() => expect(() => on.screen.find('link', '1 picture')).toThrow());
  });

  it('EDIT-2, RECALL-2: mentions are listed with their words of now', async () => {
    let messages = [message(7, { content: '@Me at nine' })];
    const client = scriptedClient(stateWith([others, at(1)]), {
      mentionsOf: () => Promise.resolve(ok(messages)),
    });
    await showPart(client, <MentionSheet contact={at(1)} open onClose={nothing} onPick={nothing} />);
    await until(() => expect(document.body.textContent).toContain('at nine'));
    messages = [message(7, { content: '@Me at ten' })];
    await happens(() => client.set(stateWith([others, at(2)])));
    await until(() => expect(document.body.textContent).toContain('at ten'));
    expect(document.body.textContent).not.toContain('at nine');
  });

  it('FRIEND-3, UI-80: a sent request leaves the list once it was accepted', async () => {
    let status: Application['status'] = 2;
    const on = await openPage('/pages/contacts/friend?tab=sent', {
      applications: () => Promise.resolve(ok({ rows: [application(status)], total: 1 })),
    });
    await until(() => on.screen.find('button', 'Cancel request'));
    status = 1;
    await on.becomes(others, at(1), aContact(32));
    await until(() => expect(() => on.screen.find('button', 'Cancel request')).toThrow());
  });
});

/** A user who voted or reacted. */
const doer = (id: number) => ({ emoji: 'a', atMs: 1, id, name: `Person ${id}`, avatar: '' });
const reacted = (count: number) =>
  message(1, { reactions: { at: count, counts: [['a', count]], mine: [], mineAt: 1 } });
const hit = (n: number) => ({ conversation: contactId('group-5'), message: message(n) });
describe('layers over an open chat follow events', () => {
  it('POLL-6: the list of voters shows the current ones, as long as the poll exists', async () => {
    const voters = new Map([[0, [doer(3)]]]);
    const extra = pollExtra({ options: ['green', 'black'], many: false, secret: false, lastsSec: null });
    const voted = (at: number, ...counts: readonly number[]) =>
      message(1, { extra, poll: { at, counts, voters: 1, closed: false, mine: [], mineAt: 1 } });
    const on = await openChat([voted(1, 1, 0)], {
      voters: (_id, option) => {
        const rows = voters.get(option) ?? [];
        return Promise.resolve(ok({ rows: rows as never, total: rows.length }));
      },
    });
    await on.screen.press(on.screen.find('button', 'Show votes'));
    const sheet = () => on.screen.find('[role=dialog]', 'Votes').textContent;
    await until(() => expect(sheet()).toContain('Person 3'));
    voters.set(0, [doer(4), doer(3)]).set(1, [doer(4)]);
    await on.becomes(voted(2, 2, 1));
    // The previous entries stay until the new ones arrive.
    expect(sheet()).toContain('Person 3');
    await until(() => expect(sheet()).toMatch(/green2.*Person 4.*Person 3.*black1.*Person 4/));
    await on.becomes(voted(2, 2, 1), message(2));
    // Two users swap their votes, so the numbers stay.
    voters.set(0, [doer(5), doer(3)]).set(1, [doer(6)]);
    await on.becomes(voted(3, 2, 1), message(2));
    await until(() => expect(sheet()).toMatch(/green2.*Person 5.*Person 3.*black1.*Person 6/));
    expect(on.asked('voters')).toHaveLength(5);
    await on.becomes(asRecalled(voted(3, 2, 1), null), message(2));
    await until(() => expect(() => sheet()).toThrow());
  });

  it('REACT-8: the list of reactions shows the current ones, as long as the message exists', async () => {
    let rows = [doer(3)];
    const on = await openChat([reacted(1)], {
      reactionPeople: () => Promise.resolve(ok({ rows: rows as never, total: rows.length })),
    });
    const chip = on.screen.all('button').find((one) => one.getAttribute('aria-label') === 'a, 1 person');
    await happens(() =>
      chip?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
    );
    const sheet = () => on.screen.find('[role=dialog]', 'Reactions').textContent;
    await until(() => expect(sheet()).toContain('Person 3'));
    rows = [doer(4), doer(3)];
    await on.becomes(reacted(2));
    expect(sheet()).toContain('Person 3');
    await until(() => expect(sheet()).toContain('Person 4'));
    expect(on.asked('reactionPeople')).toHaveLength(2);
    await on.becomes(asRecalled(reacted(2), null));
    await until(() => expect(() => sheet()).toThrow());
  });

  it('EDIT-2, RECALL-2, UI-109: search results follow changes, and the view does not move', async () => {
    let rows = [9, 7, 4].map(hit);
    const went: unknown[] = [];
    const client = scriptedClient(stateWith([at(1)]), {
      searchMessages: () => Promise.resolve(ok({ rows, more: false })),
    });
    const screen = await showPart(
      client,
      <FindBar
        contact={at(1)}
        scroller={{ current: document.createElement('div') }}
        onGo={(id) => went.push(id)}
        onClose={nothing}
      />,
    );
    let seq = 1;
    const becomes = async (...numbers: readonly number[]) => {
      rows = numbers.map(hit);
      await happens(() => client.set(stateWith([at((seq += 1))])));
    };
    const step = (to: string) => screen.press(screen.find('button', to));
    await screen.type(screen.find('textbox'), 'text');
    await until(() => expect(screen.text()).toContain('1 of 3'));
    await step('Older');
    await until(() => expect(screen.text()).toContain('2 of 3'));
    // A new hit came, so the current one is the third now.
    await becomes(12, 9, 7, 4);
    await until(() => expect(screen.text()).toContain('3 of 4'));
    // The hit is gone. The next older one takes its place, and the link leads to it.
    await becomes(12, 9, 4);
    await until(() => expect(screen.text()).toContain('3 of 3'));
    expect(went).toEqual([9, 7]);
    await step('Older');
    await until(() => expect(went).toEqual([9, 7, 4]));
    await step('Newer');
    await until(() => expect(went).toEqual([9, 7, 4, 9]));
    // The last hits are gone, including the current one.
    await becomes(12);
    await until(() => expect(screen.text()).toContain('1 of 1'));
    await step('Newer');
    await until(() => expect(went).toEqual([9, 7, 4, 9, 12]));
    await becomes();
    await until(() => expect(screen.text()).toContain('No results'));
    await becomes(15);
    await until(() => expect(screen.text()).toContain('1 of 1'));
    expect(went).toEqual([9, 7, 4, 9, 12]);
    await step('Older');
    await until(() => expect(went).toEqual([9, 7, 4, 9, 12, 15]));
    // Another search without results opens nothing either, even after a late answer.
    rows = [];
    await screen.type(screen.find('textbox'), 'texts');
    await until(() => expect(screen.text()).toContain('No results'));
    await becomes(16);
    await until(() => expect(screen.text()).toContain('1 of 1'));
    expect(went).toHaveLength(6);
  });

  it('UI-109: a hit that others move to the page before or after is not gone', async () => {
    let numbers = range(100, 61);
    const went: unknown[] = [];
    const client = scriptedClient(stateWith([at(1)]), {
      searchMessages: ({ page = 1, limit = 1 }) => {
        const rows = numbers.slice((page - 1) * limit, page * limit).map(hit);
        return Promise.resolve(ok({ rows, more: numbers.length > page * limit }));
      },
    });
    const finding = { scroller: { current: document.createElement('div') }, onClose: nothing };
    const screen = await showPart(
      client,
      <FindBar contact={at(1)} onGo={(id) => went.push(id)} {...finding} />,
    );
    let seq = 1;
    const becomes = async (...now: readonly number[]) => {
      numbers = [...now];
      await happens(() => client.set(stateWith([at((seq += 1))])));
    };
    const expectVisible = (words: string) => until(() => expect(screen.text()).toContain(words));
    const leads = async (to: string, hitAt: number) => {
      await screen.press(screen.find('button', to));
      await until(() => expect(went.at(-1)).toBe(hitAt));
    };
    await screen.type(screen.find('textbox'), 'text');
    await expectVisible('1 of 31');
    for (const next of range(99, 71)) await leads('Older', next);
    await expectVisible('30 of 31');
    const before = went.length;
    await becomes(...range(101, 61));
    await expectVisible('31 of 41');
    await becomes(...range(100, 61));
    await expectVisible('30 of 31');
    await becomes(...range(101, 61));
    await expectVisible('31 of 41');
    expect(went).toHaveLength(before);
    await leads('Older', 70);
    await leads('Newer', 71);
    await leads('Newer', 72);
    // The last hit of a page is gone. The older one on the next page takes its place.
    await becomes(...range(102, 73), ...range(71, 61));
    await expectVisible('31 of 41');
    await leads('Older', 71);
    // The same happens when the first hit of its page is gone.
    await becomes(...range(102, 73), ...range(70, 61));
    await until(() => expect(screen.text()).toContain('31 of 40'));
    await leads('Older', 70);
    await leads('Newer', 73);
  });
});

const group = (members: number) => ({
  group: aGroup({ role: 1, members }),
});
const member = (id: number) => ({
  user: userId(id),
  role: 3 as const,
  displayName: `Person ${id}`,
  account: '',
  namePy: '',
  avatar: '',
  mutedUntilSec: 0,
});

describe('pages of users follow events', () => {
  it('STREAM-2, FRIEND-5: a person is as they are now', async () => {
    let person = card(2, { friend: { friendId: 9, nickname: '' }, account: 'maya', lastSeenSec: 1 });
    const on = await openPage('/pages/contacts/detail?id=2', { person: () => Promise.resolve(ok(person)) });
    await until(() => expect(on.screen.text()).toContain('maya'));
    person = { ...person, friend: { friendId: 9, nickname: 'Buddy' } };
    await on.becomes({ ...others, displayName: 'Buddy' }, at(1));
    await until(() => expect(on.screen.text()).toMatch(/nickname.*Buddy/));
    expect(on.asked('person')).toBe(2);
    await on.becomes({ ...others, displayName: 'Buddy', isOnline: true }, at(2));
    await until(() => expect(on.asked('person')).toBe(3));
  });

  it('UI-57: people of a group who are chosen from are those of now', async () => {
    let members = [member(6), member(7)];
    const on = await openPage(
      '/pages/index/userSelection?type=6&contact_id=group-5',
      { members: () => Promise.resolve(ok(members)) },
      group(3),
    );
    await until(() => expect(on.screen.text()).toContain('Person 7'));
    members = [member(6), member(8)];
    await on.becomes(others, at(2, group(4)));
    expect(on.screen.text()).toContain('Person 6');
    await until(() => expect(on.screen.text()).toContain('Person 8'));
    expect(on.screen.text()).not.toContain('Person 7');
  });

  it('UI-57: a member who leaves is deselected, and a renamed one shows the new name', async () => {
    let members = [member(6), member(7)];
    const on = await openPage(
      '/pages/index/userSelection?type=6&contact_id=group-5',
      { members: () => Promise.resolve(ok(members)) },
      group(3),
    );
    const boxes = () => on.screen.all('[role=checkbox]').filter((box) => box.closest('main'));
    await until(() => expect(boxes()).toHaveLength(2));
    for (const box of boxes()) await on.screen.press(box);
    expect(on.screen.text()).toContain('2 selected');
    members = [{ ...member(6), displayName: 'Somebody' }];
    await on.becomes(others, at(2, group(2)));
    await until(() => expect(on.screen.text()).toContain('1 selected'));
    expect(on.screen.text()).not.toContain('Person 6');
  });

  it('UI-57: a list without members requests nothing when users change', async () => {
    const states: string[] = [];
    const Choosing = () => {
      states.push(useSections('create', contactId('')).load.state);
      return null;
    };
    const client = scriptedClient(stateWith([others]));
    await showPart(client, <Choosing />);
    await until(() => expect(states.at(-1)).toBe('ready'));
    states.length = 0;
    await happens(() => client.set({ ...client.store.get(), profiles: new Map() }));
    await happens(() => client.set(stateWith([others, aContact(3)])));
    expect(states).not.toContain('loading');
  });
});
