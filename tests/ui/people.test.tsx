// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { blockKey } from '../../src/client/state/blocked-changes.ts';
import { userId } from '../../src/domain/ids.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { application, card } from '../support/answered-rows.ts';
import { happens, type Screen, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { aContact } from '../support/contacts.ts';

/** A button of the page itself. The list next to it has some with the same name. */
const ofPage = (screen: Screen, name: string): HTMLElement =>
  screen.all('button').find((one) => one.textContent === name && one.closest('main')) ??
  expect.fail(`no ${name}`);

describe('people', () => {
  it('FRIEND-3, UI-80: accept and refuse are two buttons, and leaving the page answers nothing', async () => {
    const client = scriptedClient(stateWith([]), {
      applications: () =>
        Promise.resolve(ok({ rows: [application(2), application(1), application(0)], total: 3 })),
    });
    const screen = await showApp(client, '/pages/contacts/friend');
    await until(() => expect(screen.text()).toContain('Person 32 wants to add you'));
    // Answered ones ask nothing any more (UI-80).
    expect(screen.text()).not.toContain('Person 31 wants to add you');
    expect(screen.text()).toContain('Person 31');
    expect(screen.text()).toContain('Declined');
    expect(screen.find('button', 'Send message')).toBeDefined();
    await screen.press(screen.find('button', 'Accept'));
    expect(client.asked.filter(([name]) => name === 'answerApplication')).toEqual([
      ['answerApplication', 42, true],
    ]);
  });

  it('UI-117: the page of friend requests shows the code and link of the user', async () => {
    const client = scriptedClient(stateWith([aContact('7')]), {
      ownCode: () => Promise.resolve(ok('https://parley.test/scan/u/7-x')),
      applications: () => Promise.resolve(ok({ rows: [], total: 0 })),
    });
    const screen = await showApp(client, '/pages/contacts/friend');
    await until(() => expect(screen.find('button', 'Copy link')).toBeDefined());
    expect(screen.text()).toContain('No friend requests yet');
  });

  it('FRIEND-2: an application needs a verification message; a refusal stays at the field', async () => {
    let refuse = true;
    const client = scriptedClient(stateWith([]), {
      searchUser: () => Promise.resolve(ok([card(7)])),
      applyFriend: () =>
        Promise.resolve(
          refuse ? fail({ kind: 'server', code: 400, message: 'already asked' } as const) : ok(undefined),
        ),
    });
    const screen = await showApp(client, '/pages/contacts/search?keywords=account7');
    await until(() => expect(screen.text()).toContain('account7'));
    await screen.press(ofPage(screen, 'Add friend'));
    await until(() => expect(screen.find('[role=dialog]', 'Send Person 7 a friend request')).toBeDefined());
    const field = document.querySelector<HTMLInputElement>('[role=dialog] input') ?? expect.fail('no field');
    expect(field.value).toContain('林安');
    await screen.type(field, '  ');
    await screen.press(screen.find('button', 'Send request'));
    await until(() => expect(screen.text()).toContain('A verification message is required'));
    expect(client.asked.some(([name]) => name === 'applyFriend')).toBe(false);
    await screen.type(field, 'hello');
    await screen.press(screen.find('button', 'Send request'));
    await until(() => expect(screen.text()).toContain('already asked'));
    refuse = false;
    await screen.press(screen.find('button', 'Send request'));
    await until(() => expect(screen.find('button', 'Request sent').hasAttribute('disabled')).toBe(true));
  });

  it('BLOCK-7, BLOCK-14: an unblocked user leaves the list before the server answers', async () => {
    const was = { ...stateWith([]), blocked: new Set([userId(7)]) };
    const client = scriptedClient(was, {
      blockedPeople: () => Promise.resolve(ok({ rows: [card(7)], total: 1 })),
    });
    const screen = await showApp(client, '/pages/contacts/friend?tab=blocked');
    await until(() => expect(screen.text()).toContain('Person 7'));
    const pendingChange = { op: 'w', user: userId(7), on: false } as const;
    const waits = { ...was.pending, block: new Map([[blockKey(userId(7)), pendingChange]]) };
    await happens(() => client.set({ ...was, pending: waits }));
    await until(() => expect(screen.text()).toContain('You have not blocked anyone'));
    expect(client.asked.filter(([name]) => name === 'blockedPeople')).toHaveLength(1);
    await happens(() => client.set(stateWith([])));
    await until(() => expect(client.asked.filter(([name]) => name === 'blockedPeople')).toHaveLength(2));
  });

  it('DIR-3: the directory is listed by pages, with a user of the exact username once', async () => {
    let broken = true;
    const client = scriptedClient(stateWith([]), {
      searchUser: () => Promise.resolve(ok([card(7)])),
      directory: (words, after) => {
        if (after > 0 && broken)
          return Promise.resolve(fail({ kind: 'server', code: 400, message: 'not now' }));
        const rows = after > 0 ? [card(12)] : words === '' ? [card(9)] : [card(7), card(8)];
        return Promise.resolve(ok({ rows, next: after > 0 ? null : 10 }));
      },
    });
    const screen = await showApp(client, '/pages/contacts/search');
    await until(() =>
      expect(screen.find('section', 'People on this server').textContent).toContain('Person 9'),
    );
    await screen.press(ofPage(screen, 'Show more'));
    await until(() => expect(screen.find('[role=alert]').textContent).toBe('not now'));
    broken = false;
    await screen.press(ofPage(screen, 'Show more'));
    await until(() => expect(screen.text()).toContain('Person 12'));
    expect(screen.text()).not.toContain('Show more');
    const match = await showApp(client, '/pages/contacts/search?keywords=person');
    await until(() => expect(match.find('ul', 'Results').textContent).toContain('Person 8'));
    expect(match.find('ul', 'Results').textContent.split('Person 7')).toHaveLength(2);
  });

  it('DIR-3: without a directory nothing of it is shown', async () => {
    const refused = fail({ kind: 'server', code: 400, message: 'There is no directory' } as const);
    const client = scriptedClient(stateWith([]), {
      searchUser: () => Promise.resolve(ok([])),
      directory: () => Promise.resolve(refused),
    });
    const screen = await showApp(client, '/pages/contacts/search?keywords=maya');
    await until(() => expect(screen.text()).toContain('No one found with the username or name "maya"'));
    expect(screen.text()).not.toContain('directory');
  });

  it('FRIEND-1: an empty search asks for an account and sends nothing', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showApp(client, '/pages/contacts/search');
    await until(() => expect(screen.find('button', 'Search')).toBeDefined());
    await screen.press(
      screen.all('button').find((one) => one.textContent === 'Search') ?? expect.fail('no button'),
    );
    expect(screen.find('[role=alert]').textContent).toBe('Enter a username or a name');
    expect(client.asked.some(([name]) => name === 'searchUser')).toBe(false);
  });

  it('UI-117: the page for finding users shows the user’s code and link, and leads to sent requests', async () => {
    const client = scriptedClient(stateWith([]), {
      ownCode: () => Promise.resolve(ok('https://parley.test/scan/u/7-x')),
    });
    const screen = await showApp(client, '/pages/contacts/search');
    await until(() => expect(screen.find('button', 'Copy link')).toBeDefined());
    expect(screen.find('link', 'See the requests you sent').getAttribute('href')).toBe(
      '#/pages/contacts/friend?tab=sent',
    );
  });

  it('FRIEND-9, UI-118, FIRST-1: without chats, requests are taken back beside the own code', async () => {
    const waiting = [application(2)];
    const client = scriptedClient(stateWith([]), {
      ownCode: () => Promise.resolve(ok('https://parley.test/scan/u/7-x')),
      applications: (side) => {
        const rows = side === 'sent' ? [...waiting, application(1)] : [];
        return Promise.resolve(ok({ rows, total: rows.length }));
      },
      withdrawApplication: () => {
        waiting.length = 0;
        return Promise.resolve(ok(undefined));
      },
    });
    const screen = await showApp(client, '/');
    await until(() => expect(screen.find('button', 'Copy link')).toBeDefined());
    expect(screen.text()).not.toContain('Person 31');
    expect(screen.find('link', 'Notes to self').getAttribute('href')).toContain('-1');
    await screen.press(screen.find('button', 'Cancel request'));
    await until(() => expect(screen.text()).not.toContain('Person 32'));
    expect(client.asked.filter(([name]) => name === 'withdrawApplication')).toEqual([
      ['withdrawApplication', 42],
    ]);
  });

  it('FIRST-1: a user without chats accepts a friend request on that very screen, at any time', async () => {
    let rows = [application(2)];
    const client = scriptedClient(stateWith([]), {
      applications: (side) => Promise.resolve(ok({ rows: side === 'sent' ? [] : rows, total: 1 })),
    });
    const screen = await showApp(client, '/');
    await until(() => expect(screen.text()).toContain('Person 32 wants to add you'));
    rows = [application(2), { ...application(2), friendId: 43, person: card(44) }];
    const { totals } = client.store.get();
    client.set({ ...client.store.get(), totals: { ...totals, system: totals.system + 1 } });
    await until(() => expect(screen.text()).toContain('Person 44 wants to add you'));
    await screen.press(screen.all('button').filter((one) => one.textContent === 'Accept')[1] as HTMLElement);
    expect(client.asked.filter(([name]) => name === 'answerApplication')).toEqual([
      ['answerApplication', 43, true],
    ]);
  });

  it('UI-153: the profile of a friend has the whole username', async () => {
    const friend = card(2, { friend: { friendId: 9, nickname: '' }, account: 'bu****dy' });
    const client = scriptedClient(stateWith([aContact(2, { account: 'buddy.hill' })]), {
      person: () => Promise.resolve(ok(friend)),
    });
    const screen = await showApp(client, '/pages/contacts/detail?id=2');
    await until(() => expect(screen.text()).toContain('buddy.hill'));
    expect(screen.text()).not.toContain('bu****dy');
  });

  it('FRIEND-5: a friend has a remark, a message and a way to end; a stranger only an application', async () => {
    const friend = card(2, { friend: { friendId: 9, nickname: 'Buddy' }, displayName: 'Buddy' });
    const client = scriptedClient(stateWith([aContact(2, { displayName: 'Buddy' })]), {
      person: (id) => Promise.resolve(ok(id === 2 ? friend : card(id))),
    });
    const screen = await showApp(client, '/pages/contacts/detail?id=2');
    const rare = async (page: Screen) => {
      await screen.press(await until(() => ofPage(page, 'More')));
      await until(() => page.find('[role=menuitem]', 'Report'));
      return page.all('[role=menuitem]').map((one) => one.textContent);
    };
    expect(await rare(screen)).toEqual(['Report', 'Block', 'Remove friend']);
    expect(screen.text()).toContain('Buddy');
    expect(screen.find('button', 'Set a private nickname')).toBeDefined();
    expect(screen.find('button', 'Send message')).toBeDefined();
    screen.close();
    const other = await showApp(client, '/pages/contacts/detail?id=8');
    await until(() => expect(ofPage(other, 'Add friend')).toBeDefined());
    expect(await rare(other)).toEqual(['Report', 'Block']);
  });
});
