import { describe, expect, it } from 'vitest';
import type { LocalEvent } from '../../src/client/state/local-event.ts';
import * as chats from '../support/overtaken/chat-rows.ts';
import * as lists from '../support/overtaken/list-rows.ts';
import * as owns from '../support/overtaken/own-rows.ts';
import * as plains from '../support/overtaken/plain-rows.ts';
import { readRepository } from '../support/house/repository.ts';
import { type Row, shownAfter } from '../support/overtaken/row.ts';

type Local = LocalEvent['type'];

/** Events by which no answer of the server enters the state, with the reason. */
const NO_ANSWERS = {
  signedIn: 'a login begins without a socket: nothing is sent to this device before it',
  signedOut: 'done here',
  restored: 'read from this device before its socket opens',
  contactsPreviewed: 'only into an empty list, which a change of a chat does not reach',
  pendingRestored: 'read from this device; what its user presses meanwhile waits (SESS-9)',
  outboxSet: 'read from this device before anything of it is sent',
  outboxPut: 'what waits here, by its own id',
  pendingSet: 'pressed here',
  cursorAdopted: 'an older cursor asks for events again, and those change nothing (STORE-1)',
  pageRequested: 'a question',
  jumpRequested: 'a question',
  messagePinsAsked: 'a question',
  threadRequested: 'a question',
  laterAsked: 'a question',
  pageFailed: 'without an answer',
  jumpEnded: 'without an answer',
  threadFailed: 'without an answer',
  threadOpened: 'done here',
  threadClosed: 'done here',
  chatOpened: 'done here',
  chatClosed: 'done here',
  chatDoubted: 'done here',
  conversationDropped: 'done here',
  draftsHeard: 'done here, with a frame or a list that has its own row',
  connectionChanged: 'of the socket',
  clientIdSet: 'of the socket',
  typingOver: 'a timer',
  minuteTicked: 'a timer',
} as const satisfies Partial<Record<Local, string>>;

type AnswerEvent = Exclude<Local, keyof typeof NO_ANSWERS>;

const LOCAL: Readonly<Record<AnswerEvent, readonly Row[]>> = {
  contactsLoaded: lists.contactsLoaded,
  contactResynced: lists.contactResynced,
  contactLoaded: owns.contactLoaded,
  epochChanged: lists.epochChanged,
  presenceLoaded: lists.presenceLoaded,
  profilesLoaded: lists.profilesLoaded,
  applicationsLoaded: lists.applicationsLoaded,
  blockedLoaded: lists.blockedLoaded,
  configLoaded: lists.configLoaded,
  selfLoaded: owns.selfLoaded,
  pageLoaded: chats.pageLoaded,
  threadLoaded: chats.threadLoaded,
  messagePinsLoaded: chats.messagePinsLoaded,
  laterLoaded: owns.laterLoaded,
  keptLoaded: owns.keptLoaded,
  momentsAsked: owns.momentsAsked,
  pendingCleared: owns.pendingCleared,
  outboxRemoved: owns.outboxRemoved,
};

/**
 * Answers of a base-protocol server that enter the state like its frames. A user's own changes are left out.
 * The last one counts, because such a server has no order.
 */
const SENT_MESSAGE: Readonly<Record<string, readonly Row[]>> = {
  groupNoticeSet: plains.groupNoticeSet,
  groupManagerSet: plains.groupManagerSet,
  groupMembersAdded: plains.groupMembersAdded,
  applicationsSet: plains.applicationsSet,
};
const DONE_HERE = ['left', 'messageDeleted', 'remarkSet'];

const texts = (pattern: RegExp, folder: string): readonly string[] => [
  ...new Set(
    [...readRepository()]
      .filter(([file]) => file.startsWith(folder))
      .flatMap(([, text]) => [...text.matchAll(pattern)].map((found) => found[1] ?? '')),
  ),
];

describe('the table of answers', () => {
  it('STORE-19: names every local event, as an answer with rows or as none with a reason', () => {
    const names = texts(/readonly type: '(\w+)'/g, 'src/client/state/local-event.ts');
    const entry = [...Object.keys(LOCAL), ...Object.keys(NO_ANSWERS)];
    expect(names.toSorted()).toEqual(entry.toSorted());
    expect(Object.entries({ ...LOCAL, ...SENT_MESSAGE }).filter(([, rows]) => rows.length === 0)).toEqual([]);
  });

  it('STORE-19: names every answer of the base protocol that enters the state as a frame', () => {
    const names = texts(/\breport\(\{\s*type: '(\w+)'/g, 'src/client/');
    expect(names.toSorted()).toEqual([...Object.keys(SENT_MESSAGE), ...DONE_HERE].toSorted());
  });
});

describe.each(Object.entries({ ...LOCAL, ...SENT_MESSAGE }))('%s', (_event, rows) => {
  it.each(rows.map((row) => [row.asks, row.name, row] as const))(
    'STORE-19: an older answer (%s) does not take back %s',
    async (_asks, _name, row) => {
      const { before, after } = row;
      expect(await shownAfter(row, false), 'without the change').toEqual({ atOnce: before, later: before });
      expect(await shownAfter(row, true), 'after the change').toEqual({ atOnce: after, later: after });
    },
  );
});
