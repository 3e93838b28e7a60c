import { describe, expect, it } from 'vitest';
import { messagesOf } from '../../src/client/state/chat-selectors.ts';
import { restoreSnapshot } from '../../src/client/state/snapshot.ts';
import { snapshotOf } from '../../src/client/state/snapshot-changes.ts';
import { stateFromJson, stateToJson } from '../../src/client/state/state-json.ts';
import { assert } from '../../src/domain/assert.ts';
import { contactId, streamId, userId } from '../../src/domain/ids.ts';
import { profilesKnownMax } from '../../src/client/state/limits.ts';
import type { Profile } from '../../src/domain/profile.ts';
import { aLast, aMessage, aPosition, facts, local, run, server, signedIn } from '../support/contacts.ts';

const GROUP = contactId('group-1');
const profile = (user: number, realname: string, rev = 1): Profile => ({
  user: userId(user),
  rev,
  realname,
  avatar: `/pictures/${realname}`,
  namePy: realname.toLowerCase(),
  index: realname.slice(0, 1),
});
const makeReport = (...profiles: Profile[]) => server({ type: 'profilesSet', profiles });
const page = (...messages: ReturnType<typeof aMessage>[]) =>
  local({ type: 'pageLoaded', conversation: GROUP, which: 'first', messages, complete: true });

const start = run(
  signedIn([
    facts(9),
    facts(8, { displayName: 'My friend' }),
    facts('group-1', {
      last: aLast({ from: userId(9), fromName: 'Name 9' }),
      position: aPosition('group-1'),
    }),
  ]),
  page(aMessage('a', 9, { n: 1 }), aMessage('b', 8, { n: 2 }), aMessage('c', 7, { n: 3 })),
).state;
const authors = (state: typeof start) =>
  messagesOf(state, GROUP).flatMap((one) =>
    one.kind === 'message' ? [`${one.message.from.displayName} ${one.message.from.avatar}`] : [],
  );
const looking = (seq: number, displayName: string, avatar: string) =>
  facts('group-3', { displayName, avatar, position: aPosition('group-3', { seq }) });
const makeJoin = (seq: number) =>
  server({ type: 'joined', contact: looking(seq, 'Three', '/three'), via: 'group' });

describe('profiles are registers', () => {
  it('STREAM-17: a new name and picture show everywhere; a private nickname stays', () => {
    const { state, effects } = run(start, makeReport(profile(9, 'Nina'), profile(8, 'Oskar')));
    expect(effects).toEqual([]);
    expect(state.contacts.get(contactId(9))).toMatchObject({
      displayName: 'Nina',
      realname: 'Nina',
      avatar: '/pictures/Nina',
      namePy: 'nina',
      index: 'N',
    });
    expect(state.contacts.get(contactId(8))).toMatchObject({
      displayName: 'My friend',
      realname: 'Oskar',
      avatar: '/pictures/Oskar',
    });
    expect(state.contacts.get(GROUP)?.last?.fromName).toBe('Nina');
    expect(authors(state)).toEqual(['Nina /pictures/Nina', 'Oskar /pictures/Oskar', 'Name 7 ']);
    // A window without their messages stays the same object, and a repeated profile changes nothing.
    expect(run(start, makeReport(profile(5, 'Nobody'))).state.conversations).toBe(start.conversations);
    expect(run(state, makeReport(profile(9, 'Nina'), profile(8, 'Oskar'))).state).toBe(state);
  });

  it('STREAM-17: a new account shows where people are found; a server that says none changes none', () => {
    const { state } = run(start, makeReport({ ...profile(9, 'Nina'), account: 'nina@parley.test' }));
    expect(state.contacts.get(contactId(9))?.account).toBe('nina@parley.test');
    expect(run(state, makeReport(profile(9, 'Nina', 2))).state.contacts.get(contactId(9))?.account).toBe(
      'nina@parley.test',
    );
  });

  it('STREAM-17, STORE-5: the next sign-in on a page gets the changes since its snapshot again', () => {
    const stored = snapshotOf(start);
    assert(stored !== null, 'something to store');
    const { state } = run(start, makeReport(profile(9, 'Nina')));
    const again = restoreSnapshot(state, stored);
    expect(again.contacts.get(contactId(9))?.realname).toBe('Name 9');
    expect(run(again, makeReport(profile(9, 'Nina'))).state.contacts.get(contactId(9))?.realname).toBe(
      'Nina',
    );
  });

  it('STREAM-11: a group is called and looks as its own stream says, though `joined` comes after it', () => {
    const { state } = run(
      signedIn(),
      local({ type: 'contactLoaded', contact: looking(7, 'Now', '/now') }),
      server({ type: 'joined', contact: looking(6, 'Before', '/before'), via: 'group' }),
    );
    expect(state.contacts.get(contactId('group-3'))).toMatchObject({
      displayName: 'Now',
      avatar: '/now',
      counting: { seq: 7 },
    });
  });

  it('STREAM-11: a window that was loaded before a new base is loaded again, the same base keeps it', () => {
    const three = contactId('group-3');
    const loaded = local({
      type: 'pageLoaded',
      conversation: three,
      which: 'first',
      messages: [aMessage('m1', 9, { n: 1 })],
      complete: true,
    });
    const same = run(signedIn(), makeJoin(6), loaded, makeJoin(6));
    expect(same.state.conversations.has(three)).toBe(true);
    const later = run(same.state, makeJoin(7));
    expect(later.state.contacts.get(three)).toMatchObject({ counting: { seq: 7 } });
    expect(later.state.conversations.has(three)).toBe(false);
  });

  it('STREAM-17: an older profile changes nothing, from any source', () => {
    const { state } = run(
      start,
      makeReport(profile(9, 'Nina', 3)),
      makeReport(profile(9, 'Anton', 2)),
      local({ type: 'profilesLoaded', profiles: [profile(9, 'Anton', 1)] }),
    );
    expect(state.contacts.get(contactId(9))?.displayName).toBe('Nina');
    const late = run(
      state,
      page(aMessage('d', 9, { n: 4 })),
      server({ type: 'joined', contact: facts(9), via: 'friend' }),
    );
    expect(late.state.contacts.get(contactId(9))).toMatchObject({
      displayName: 'Nina',
      avatar: '/pictures/Nina',
    });
    expect(authors(late.state).at(-1)).toBe('Nina /pictures/Nina');
    expect(
      run(state, local({ type: 'profilesLoaded', profiles: [profile(9, 'Olga', 4)] })).state.contacts.get(
        contactId(9),
      )?.displayName,
    ).toBe('Olga');
  });

  it('DATA-9: a reloaded page of a chat ignores names that arrived earlier', () => {
    const { state } = run(
      start,
      makeReport(profile(7, 'Before')),
      server({ type: 'placeTaken', anew: true }, { stream: streamId('group-1'), seq: 9 }),
      page(aMessage('d', 7, { n: 4 })),
    );
    expect(authors(state).at(-1)).toBe(authors(start).at(-1));
  });

  it('STREAM-17: a reloaded list applies as it is; remembered names are bounded', () => {
    const { state } = run(start, makeReport(profile(9, 'Nina')));
    const anew = run(
      state,
      local({
        type: 'contactsLoaded',
        contacts: [facts(9)],
        epoch: null,
        cursor: null,
        selfSeq: null,
        applications: 0,
      }),
    ).state;
    expect(anew.contacts.get(contactId(9))?.displayName).toBe('Name 9');
    const many = run(
      start,
      makeReport(...Array.from({ length: profilesKnownMax + 3 }, (_, at) => profile(100 + at, 'Many'))),
    ).state;
    expect([many.profiles.size, many.profiles.has(userId(102)), many.profiles.has(userId(103))]).toEqual([
      profilesKnownMax,
      false,
      true,
    ]);
    expect(stateFromJson(stateToJson(state)).profiles).toEqual(state.profiles);
  });
});
