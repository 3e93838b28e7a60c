import { describe, expect, it } from 'vitest';
import { EMPTY } from '../../src/client/state/empty.ts';
import type { Input } from '../../src/client/state/effects.ts';
import type { LocalEvent } from '../../src/client/state/local-event.ts';
import { REDUCER_VERSION } from '../../src/client/state/snapshot.ts';
import { stateToJson } from '../../src/client/state/state-json.ts';
import { DEFAULT_CONFIG } from '../../src/domain/config.ts';
import { userId } from '../../src/domain/ids.ts';
import type { Preference } from '../../src/domain/kept.ts';
import { local, run, self } from '../support/contacts.ts';
import { item, NINE, page } from '../support/one-chat.ts';
import {
  type Answer,
  nine,
  list,
  both,
  open,
  loaded,
  pendingChange,
  reminder,
  later,
  pin,
  pins,
  typing,
  profile,
  message,
  PREFERENCES,
  kept,
  ninth,
  config,
  OF_CHATS,
} from './whole-list-rows.ts';
import { FRAMES } from './whole-list-frames.ts';

const none = <T extends LocalEvent['type']>(why: string, ...events: readonly T[]) =>
  Object.fromEntries(events.map((event) => [event, why])) as { readonly [K in T]: string };

/** Every event of this side: an answer that replaces something, or the reason why it replaces nothing. */
const LOCAL: { readonly [T in LocalEvent['type']]: readonly Answer[] | string } = {
  ...OF_CHATS,
  presenceLoaded: [
    {
      lacks: local({ type: 'presenceLoaded', online: [] }),
      rows: [{ entry: 'the dot', before: [list([{ ...nine, isOnline: false }])], has: [list([nine])] }],
    },
  ],
  blockedLoaded: [
    {
      lacks: local({ type: 'blockedLoaded', users: [] }),
      rows: [
        { entry: 'a user that is blocked', has: [local({ type: 'blockedLoaded', users: [userId(9)] })] },
      ],
    },
  ],
  applicationsLoaded: [
    {
      lacks: local({ type: 'applicationsLoaded', pending: 0 }),
      rows: [{ entry: 'an application', has: [local({ type: 'applicationsLoaded', pending: 2 })] }],
    },
  ],
  pageLoaded: [
    {
      lacks: page(ninth, 'first'),
      rows: [
        {
          entry: 'messages of a window that the newest page does not touch',
          before: open,
          has: [page([message('m1')], 'around', true)],
        },
      ],
    },
    {
      lacks: page(ninth, 'around', false),
      rows: [
        { entry: 'messages around another place', before: open, has: [page([message('m1')], 'first', true)] },
      ],
    },
  ],
  messagePinsLoaded: [
    { lacks: pins([], 3), rows: [{ entry: 'a pin', before: loaded, has: [pins([pin], 2)] }] },
  ],
  laterLoaded: [
    {
      lacks: later([], [], 2),
      rows: [
        { entry: 'a reminder', has: [later([], [reminder], 1)] },
        {
          entry: 'a scheduled message',
          has: [later([{ id: 's', to: NINE, dueMs: 9, failed: true }], [], 1)],
        },
      ],
    },
  ],
  keptLoaded: Object.entries(PREFERENCES).map(([name, value]) => ({
    lacks: kept([]),
    rows: [{ entry: name, before: [kept([])], has: [kept([{ name, value } as Preference])] }],
  })),
  configLoaded: [
    {
      lacks: config(DEFAULT_CONFIG),
      rows: [{ entry: 'a setting', has: [config({ ...DEFAULT_CONFIG, extra: 1 })] }],
    },
  ],
  outboxSet: [
    {
      lacks: local({ type: 'outboxSet', items: [] }),
      rows: [{ entry: 'a message that waits', has: [local({ type: 'outboxPut', item: item('o1') })] }],
    },
  ],
  pendingRestored: [
    {
      lacks: local({ type: 'pendingRestored', wishes: [] }),
      rows: [{ entry: 'a change that waits', has: [local({ type: 'pendingSet', ...pendingChange })] }],
    },
  ],
  signedIn: [
    {
      lacks: local({ type: 'signedIn', self: { ...self, id: userId(8) } }),
      rows: [
        { entry: 'all of another user', has: [both, ...loaded, typing, later([], [reminder], 0)] },
        { entry: 'their preferences', has: [kept([{ name: 'alerts', value: PREFERENCES.alerts }])] },
        { entry: 'their messages that wait', has: [local({ type: 'outboxPut', item: item('o1') })] },
      ],
    },
  ],
  signedOut: [
    {
      lacks: local({ type: 'signedOut' }),
      rows: [{ entry: 'all of the user', has: [both, ...loaded, typing, later([], [reminder], 0)] }],
    },
  ],
  restored: [
    {
      lacks: local({
        type: 'restored',
        snapshot: {
          meta: { version: REDUCER_VERSION, self, sync: EMPTY.sync, system: 0, left: [], kept: EMPTY.kept },
          contacts: [],
          windows: [],
        },
      }),
      rows: [
        { entry: 'a chat', has: [both, ...loaded, later([], [reminder], 0)] },
        { entry: 'a user that is blocked', has: [local({ type: 'blockedLoaded', users: [userId(9)] })] },
        { entry: 'a preference', has: [kept([{ name: 'alerts', value: PREFERENCES.alerts }])] },
      ],
    },
  ],
  profilesLoaded: [
    {
      lacks: local({ type: 'profilesLoaded', profiles: [{ ...profile, rev: 2, extras: undefined }] }),
      rows: [
        { entry: 'a status', before: [both], has: [local({ type: 'profilesLoaded', profiles: [profile] })] },
      ],
    },
  ],
  ...none('adds a page; answers leave by events', 'threadLoaded'),
  ...none('fields of one user, each always present', 'selfLoaded'),
  ...none('one entry, or one change', 'contactLoaded', 'pendingSet', 'pendingCleared', 'outboxPut'),
  ...none('one entry, or one time', 'outboxRemoved', 'typingOver', 'momentsAsked', 'minuteTicked'),
  ...none(
    'a question',
    'pageRequested',
    'jumpRequested',
    'messagePinsAsked',
    'threadRequested',
    'laterAsked',
  ),
  ...none('only into an empty list', 'contactsPreviewed'),
  ...none('without an answer', 'jumpEnded', 'pageFailed', 'threadFailed'),
  ...none(
    'done here',
    'threadOpened',
    'threadClosed',
    'chatOpened',
    'chatClosed',
    'chatDoubted',
    'draftsHeard',
  ),
  ...none('done here', 'conversationDropped'),
  ...none('of the socket', 'connectionChanged', 'clientIdSet', 'cursorAdopted'),
};

/** Returns all parts of the state but the number of drafts that came. */
function readView(inputs: readonly Input[]): object {
  const { state } = run({ ...EMPTY, self }, ...inputs);
  return { ...stateToJson(state), kept: { ...state.kept, drafts: 0 }, later: state.later };
}
const rows = Object.entries({ ...LOCAL, ...FRAMES }).flatMap(([answer, answers]) =>
  typeof answers === 'string'
    ? []
    : answers.flatMap(({ lacks, rows: of }) => of.map((row) => [answer, row.entry, lacks, row] as const)),
);

const isKnown = (...inputs: readonly Input[]) => run({ ...EMPTY, self }, ...inputs).state.kept.known;

describe('an answer without an entry', () => {
  it.each(rows)('STORE-20: %s removes %s', (_answer, _entry, lacks, row) => {
    const { before = [], isWhole, has, effects = [] } = row;
    const had = isWhole ? has : [...before, ...has];
    expect(readView(had), 'the entry was there').not.toEqual(readView(before));
    expect(readView([...had, lacks])).toEqual(readView([...before, lacks]));
    const { state } = run({ ...EMPTY, self }, ...had);
    expect(run(state, lacks).effects.map(({ type }) => type)).toEqual(effects);
  });

  it('STORE-20: after a whole list preferences are asked for again', () => {
    const before = [list([nine]), kept([])];
    expect([isKnown(...before), isKnown(...before, list([nine]))]).toEqual([true, false]);
  });
});
