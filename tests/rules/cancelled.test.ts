import { expect, it } from 'vitest';
import { contactId, messageId, userId } from '../../src/domain/ids.ts';
import { mediaNetwork, type FakeMedia } from '../support/fake-media.ts';
import { bert, group, listOf } from '../support/overtaken/answers.ts';
import { loggedIn, messageOf, type Reply, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);

/** A page whose user may be asked for a microphone. */
interface Page extends Scripted {
  readonly media: FakeMedia;
}

/** A user leaves or cancels what the client awaits. Then the answer arrives. */
interface Row {
  /** A part of the path of the awaited call; null: the devices of a call. */
  readonly path: string | null;
  /** The server speaks the base protocol. */
  readonly plain?: true;
  readonly prepare?: (on: Page) => unknown;
  readonly begin: (on: Page) => unknown;
  readonly cancel: (on: Page) => unknown;
  readonly late: Reply;
  /** What must not follow, and what does. */
  readonly shown: (on: Page) => unknown;
  readonly right: unknown;
}

const page: Reply = { code: 0, data: [messageOf(1, 'one'), messageOf(2, 'two')] };
/** A full page: older ones may exist. */
const many = Array.from({ length: 60 }, (_, at) => messageOf(at + 11, `words ${at}`));
const none: Reply = { code: 0, data: [] };
const answered = (id: string): Reply => ({
  code: 0,
  data: { ...messageOf(3, 'late', { from: 7, id }), toContactId: 9 },
});
const open = async (on: Page) => {
  on.answer('/getMessageList', page);
  on.client.actions.openChat(BERT);
  await on.settle();
};
const close = (on: Page) => on.client.actions.openChat(null);
const logOut = (on: Page) => on.client.actions.logout();
/** The chat on screen, and the reports and marks that only a chat on screen causes. */
const onScreen = (on: Page) => [
  on.client.core.get().open,
  on.of('/setMsgIsRead').length,
  on.of('/setChatIsRead').length,
  on.notices,
];
const NOT_ON_SCREEN = [null, 0, 0, []];

const ROWS: Readonly<Record<string, Row>> = {
  'a chat that loads, closed': {
    path: '/getMessageList',
    begin: ({ client }) => client.actions.openChat(BERT),
    cancel: close,
    late: page,
    shown: onScreen,
    right: NOT_ON_SCREEN,
  },
  'a chat of the base protocol that loads, closed': {
    path: '/getMessageList',
    plain: true,
    begin: ({ client }) => client.actions.openChat(BERT),
    cancel: close,
    late: { code: 0, data: [{ ...messageOf(1, 'one'), n: undefined }] },
    shown: onScreen,
    right: NOT_ON_SCREEN,
  },
  'older messages, in a chat that is closed': {
    path: '/getMessageList',
    prepare: async (on) => {
      on.answer('/getMessageList', { code: 0, data: many });
      on.client.actions.openChat(BERT);
      await on.settle();
    },
    begin: ({ client }) => client.actions.loadOlder(BERT),
    cancel: close,
    late: page,
    shown: onScreen,
    right: NOT_ON_SCREEN,
  },
  'pins, in a chat that is closed': {
    path: '/getMessagePins',
    prepare: open,
    begin: ({ client }) => client.actions.messagePins(BERT),
    cancel: close,
    late: { code: 0, data: { seq: 9, more: 0, pins: [] } },
    shown: onScreen,
    right: NOT_ON_SCREEN,
  },
  'a thread that loads, closed': {
    path: '/getThread',
    prepare: open,
    begin: ({ client }) => client.actions.openThread(BERT, 1),
    cancel: ({ client }) => client.actions.closeThread(BERT, 1),
    late: { code: 0, data: { root: 1, first: messageOf(1, 'one'), rows: [], more: 0, follows: 0 } },
    shown: (on) => [on.client.core.get().conversations.get(BERT)?.thread, on.notices],
    right: [undefined, []],
  },
  'a file on its way, cancelled': {
    path: '/uploadFile',
    begin: ({ client }) => client.actions.sendFile(BERT, { name: 'a.txt', body: new Blob(['a']) }),
    cancel: ({ client }) => {
      const [one] = client.uploads.get();
      client.actions.cancelUpload(messageId(one?.id ?? ''));
    },
    late: answered('late'),
    shown: (on) => [
      on.client.uploads.get(),
      on.of('/uploadFile').length,
      on.client.core.get().contacts.get(BERT)?.counting.count,
      on.notices,
    ],
    right: [[], 1, 2, []],
  },
  'the list, after a log-out': {
    path: '/getContacts',
    begin: ({ client }) => client.actions.refreshContacts(),
    cancel: logOut,
    late: listOf([bert(), group()]),
    shown: ({ client }) => [client.core.get().self, client.core.get().contacts.size],
    right: [null, 0],
  },
  'preferences, after a log-out': {
    path: '/getKept',
    begin: ({ client }) => client.actions.refreshKept(),
    cancel: logOut,
    late: { code: 0, data: { seq: 9, more: 0, list: [] } },
    shown: ({ client }) => client.core.get().kept.known,
    right: false,
  },
  'scheduled messages, after a log-out': {
    path: '/getLater',
    begin: ({ client }) => client.actions.later(),
    cancel: logOut,
    late: { code: 0, data: { seq: 9, more: 0, list: [] } },
    shown: (on) => [on.client.core.get().later?.list ?? null, on.of('/getLater').length],
    right: [null, 1],
  },
  'the microphone of a call, hung up': {
    path: null,
    begin: async (on) => {
      on.media.answer = 'asked';
      await on.client.actions.startCall(userId(9), { video: false, name: 'Bert', avatar: '' });
    },
    cancel: ({ client }) => client.actions.hangUp(),
    late: none,
    shown: ({ client }) => client.calls.get()?.stage,
    right: 'ended',
  },
};

async function shownAfter(row: Row, isLate: boolean): Promise<unknown> {
  const network = mediaNetwork();
  const media = network.device();
  const scripted = await loggedIn(
    { takesFiles: true, media, ...(row.plain && { plain: true }) },
    {
      '/getContacts': listOf([bert(), group()]),
      '/getSystemInfo': { code: 0, data: { chatInfo: { webrtc: 1, simpleChat: 1 } } },
    },
  );
  const on: Page = { ...scripted, media };
  await on.settle();
  await row.prepare?.(on);
  await on.clock.advance(5_000);
  const question = { count: 0, arrives: () => media.decide('given') };
  if (row.path !== null)
    on.answer(row.path, () => {
      question.count += 1;
      if (question.count > 1) return none;
      return new Promise<Reply>((done) => (question.arrives = () => done(row.late)));
    });
  void row.begin(on);
  await on.settle();
  expect(question.count, 'questions').toBe(row.path === null ? 0 : 1);
  void row.cancel(on);
  await on.settle();
  if (isLate) question.arrives();
  await on.settle();
  await on.clock.advance(5_000);
  const shown = [row.shown(on), network.devices.size];
  await on.client.stop();
  return shown;
}

it.each(Object.entries(ROWS))('STORE-23: a late answer changes nothing: %s', async (_, row) => {
  expect(await shownAfter(row, true)).toEqual([row.right, 0]);
});
