// @vitest-environment happy-dom
import { drawnNow, startCounting } from '../support/renders.ts';
import '../support/node-names.ts';
import { describe, expect, it } from 'vitest';
import { useSyncExternalStore } from 'react';
import {
  type MessageRowActions,
  type MessageRowProps,
  TimelineMessage,
} from '../../src/app/screens/conversation/message/message-row.tsx';
import type { TimelineRow } from '../../src/app/screens/conversation/timeline.ts';
import type { UploadView } from '../../src/client/interface/files.ts';
import { messageId, msgId, userId } from '../../src/domain/ids.ts';
import { happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { MORNING, by, message, waiting } from '../support/contacts.ts';

const nothing = (): void => undefined;
const actions = new Proxy({} as MessageRowActions, { get: () => nothing });
const sentMessage = message(1);
const row: TimelineRow = {
  key: sentMessage.id,
  kind: 'bubble',
  own: false,
  sentAtMs: MORNING,
  message: sentMessage,
  waiting: null,
  upload: null,
  saving: false,
  leaving: false,
  startsDay: false,
  startsUnread: false,
  first: true,
  rested: false,
  last: true,
  timed: true,
  pinned: undefined,
  lines: [],
  album: null,
};
const props: MessageRowProps = {
  row,
  author: 'Two',
  delivery: null,
  turns: false,
  inGroup: true,
  inThread: false,
  mentionsMe: false,
  focusable: false,
  fresh: false,
  flash: false,
  reacted: false,
  choice: null,
  actions,
};
const upload: UploadView = {
  id: messageId('m1'),
  to: '2' as never,
  kind: 'file',
  name: 'a.txt',
  state: 'failed',
  progress: 0,
  createdAtMs: MORNING,
} as unknown as UploadView;
const picture = { ...row, key: messageId('p1') };

/** Another value of each field. A new field does not compile without one. */
const ROWS: { readonly [K in keyof Required<TimelineRow>]: readonly Partial<TimelineRow>[] } = {
  key: [{ key: messageId('m2') }],
  kind: [{ kind: 'event' }],
  own: [{ own: true }],
  // It is that of the message.
  sentAtMs: [],
  message: [{ message: { ...sentMessage, role: 1 } }],
  waiting: [{ waiting: waiting('m1') }],
  upload: [{ upload }],
  saving: [{ saving: true }],
  leaving: [{ leaving: true }],
  startsDay: [{ startsDay: true }],
  startsUnread: [{ startsUnread: true }],
  first: [{ first: false }],
  rested: [{ rested: true }],
  last: [{ last: false }],
  timed: [{ timed: false }],
  pinned: [
    {
      pinned: [
        {
          id: sentMessage.id,
          msgId: msgId(1),
          afterN: 1,
          seq: 1,
          by: { ...by(2) },
          rev: 0,
        } as unknown as NonNullable<TimelineRow['pinned']>[number],
      ],
    },
  ],
  lines: [
    {
      lines: [
        [
          {
            kind: 'joined',
            key: 'm1',
            note: { note: 'joined', users: [userId(2)], names: ['Two'], by: userId(2), name: 'Two' },
          },
        ],
      ],
    },
  ],
  album: [
    { album: [picture] },
    { album: [picture, { ...picture, key: messageId('p2') }] },
    { album: [{ ...picture, message: { ...sentMessage, content: '/other' } }] },
    { album: [{ ...picture, saving: true }] },
    { album: [{ ...picture, leaving: true }] },
    { album: [{ ...picture, waiting: waiting('p1') }] },
    { album: [{ ...picture, upload }] },
  ],
};
const OTHERS: { readonly [K in keyof Omit<Required<MessageRowProps>, 'row'>]: Partial<MessageRowProps> } = {
  author: { author: 'Three' },
  delivery: { delivery: 'read' },
  turns: { turns: true },
  inGroup: { inGroup: false },
  inThread: { inThread: true },
  mentionsMe: { mentionsMe: true },
  focusable: { focusable: true },
  fresh: { fresh: true },
  flash: { flash: true },
  reacted: { reacted: true },
  choice: { choice: 'open' },
  actions: { actions: { ...actions } },
};
const CASES: readonly (readonly [string, MessageRowProps, MessageRowProps])[] = [
  ...Object.entries(ROWS).flatMap(([field, changes]) =>
    changes.map((change, at) => {
      // A later picture of an album is compared with the album as it was first.
      const before = field === 'album' && at > 0 ? { ...row, album: [picture] } : row;
      return [
        `row.${field} ${at}`,
        { ...props, row: before },
        { ...props, row: { ...before, ...change } },
      ] as const;
    }),
  ),
  ...Object.entries(OTHERS).map(([field, change]) => [field, props, { ...props, ...change }] as const),
];

/** The props of the row, until the test changes them. */
function recordProps(first: MessageRowProps) {
  let now = first;
  let receive = nothing;
  return {
    get: () => now,
    subscribe: (run: () => void) => {
      receive = run;
      return nothing;
    },
    change: (next: MessageRowProps) => {
      now = next;
      receive();
    },
  };
}
const Shown = ({ source }: { readonly source: ReturnType<typeof recordProps> }) => (
  <TimelineMessage {...useSyncExternalStore(source.subscribe, source.get)} />
);

describe('a row of messages', () => {
  it.each(CASES)('UI-150: is drawn again when %s changes', async (_, before, after) => {
    const source = recordProps(before);
    await showPart(scriptedClient(stateWith([])), <Shown source={source} />);
    startCounting();
    await happens(() => source.change({ ...before }));
    expect(drawnNow('MessageRow')).toEqual([]);
    await happens(() => source.change(after));
    expect(drawnNow('MessageRow')).toHaveLength(1);
  });
});
