import type { Input } from '../../src/client/state/effects.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import { messageId, msgId, userId } from '../../src/domain/ids.ts';
import { place, server } from '../support/contacts.ts';
import { NINE, page } from '../support/one-chat.ts';
import { type Answer, nine, list, both, open, message } from './whole-list-rows.ts';

/** Events of the server with a list in them. */
type WithList<E> = E extends { readonly type: infer T }
  ? true extends { [K in keyof E]: E[K] extends readonly unknown[] ? true : never }[keyof E]
    ? T
    : never
  : never;
const ofOne = { conversation: NINE, id: messageId('m1'), n: 1, author: userId(9) } as const;
const here = (type: string, more: object): Input =>
  server({ type, ...ofOne, ...more } as ServerEvent, place('7-9', 3));
const loadedWith = (more: object): readonly Input[] => [
  both,
  ...open,
  page([message('m1', more)], 'first', true),
];

export const FRAMES: { readonly [T in WithList<ServerEvent>]: readonly Answer[] | string } = {
  onlineSet: [
    {
      lacks: server({ type: 'onlineSet', on: [], off: [], all: true }),
      rows: [{ entry: 'the dot', before: [list([{ ...nine, isOnline: false }])], has: [list([nine])] }],
    },
  ],
  messageReacted: [
    {
      lacks: here('messageReacted', { at: 3, counts: [], chosen: [[7, []]], added: null }),
      rows: [
        {
          entry: 'a reaction',
          isWhole: true,
          before: loadedWith({}),
          has: loadedWith({
            reactions: { at: 1, counts: [{ emoji: '👍', count: 1 }], mine: ['👍'], mineAt: 1 },
          }),
        },
      ],
    },
  ],
  pollChanged: [
    {
      lacks: here('pollChanged', { at: 3, counts: [0, 0], voters: 0, closed: false, mine: [] }),
      rows: [
        {
          entry: 'a vote',
          isWhole: true,
          before: loadedWith({}),
          has: loadedWith({
            poll: { at: 1, counts: [1, 0], voters: 1, closed: false, mine: [0], mineAt: 1 },
          }),
        },
      ],
    },
  ],
  messageEdited: [
    {
      lacks: here('messageEdited', {
        msgId: msgId(1),
        was: [7],
        mentioned: [],
        words: { content: 'new', rev: 1 },
        last: undefined,
      }),
      rows: [
        {
          entry: 'a mention',
          isWhole: true,
          before: loadedWith({}),
          has: loadedWith({ at: [7] }),
          effects: ['reworded'],
        },
      ],
    },
  ],
  messageRecalled: 'of one message',
  messageDeleted: 'of one message',
  messagesRead: 'adds marks',
  groupMembersAdded: 'adds members',
  profilesSet: 'some users; the newest of each stays',
  mentionsListed: 'adds messages',
};
