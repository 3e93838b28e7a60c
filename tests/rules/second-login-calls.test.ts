import { expect, it } from 'vitest';
import { stateToJson } from '../../src/client/state/state-json.ts';
import { userId } from '../../src/domain/ids.ts';
import { FakePeer, mediaNetwork, type FakeMedia, type MediaNetwork } from '../support/fake-media.ts';
import { ME, messageOf, PARTNER, scripted, type Reply, type Scripted } from '../support/scripted-server.ts';

const eight = { ...ME, user_id: 8, id: 8, account: 'eight', realname: 'Eight', displayName: 'Eight' };
const none = (): void => undefined;
const DONE: Reply = { code: 0, data: '' };
const CONFIG: Reply = { code: 0, data: { chatInfo: { webrtc: 1, simpleChat: 1 } } };
const LIST: Reply = { code: 0, data: [PARTNER], count: 0, page: 0, cursor: 'c0', epoch: 'e1', seq: 0 };

interface Page extends Scripted {
  readonly media: FakeMedia;
  readonly network: MediaNetwork;
  /** Holds the next answer of this path. Returns what lets it arrive. */
  readonly hold: (path: string, reply: Reply) => () => void;
}
interface Row {
  /** Begins the work of the first user. Returns a function by which its answer comes late. */
  readonly begin: (on: Page) => Promise<() => void>;
  readonly isBegun: (on: Page) => boolean;
}

const step = (event: string, no: number, more: object = {}) => ({
  type: 'webrtc',
  time: 1_700_000_000,
  data: {
    id: 'their-call',
    no,
    msg_id: 1,
    type: 'webrtc',
    content: '',
    sendTime: 1_700_000_000,
    toContactId: 9,
    fromUser: { id: 9, user_id: 9, realname: 'Bert', displayName: 'Bert', avatar: '' },
    extends: { event, code: 901, sdp: '', path: 0, isVideo: 0, isMobile: 0, ...more },
  },
});
const call = ({ client }: Page) =>
  client.actions.startCall(userId(9), { video: false, name: 'Bert', avatar: '' });
const ring = async (on: Page): Promise<void> => {
  on.socket().frame(step('calling', 1));
  await on.settle();
};
/** The other side accepts the call of this page. */
const accepted = ({ client }: Page) => {
  const accept = step('acceptRtc', 2);
  return { ...accept, data: { ...accept.data, id: client.calls.get()?.id } };
};
const stage = ({ client }: Page) => client.calls.get()?.stage;
/** Binds another socket, for which the client requests missed events. */
const rebind = async (on: Page): Promise<void> => {
  on.socket().close();
  on.page.setOnline(false);
  on.page.setOnline(true);
  await on.clock.advance(500);
};
const missed = (more: object): Reply => ({
  code: 0,
  data: { epoch: 'e1', cursor: 'c9', more: 0, frames: [], resync: [], registers: {}, ...more },
});
const bind = (reply: Reply): Row => ({
  begin: async (on) => {
    const arrives = on.hold('/sync', reply);
    await rebind(on);
    return arrives;
  },
  isBegun: (on) => on.of('/sync').length === 1,
});

const ROWS: Readonly<Record<string, Row>> = {
  'the answer to a call': {
    begin: async (on) => {
      const arrives = on.hold('/sendToMsg', DONE);
      void call(on);
      return Promise.resolve(arrives);
    },
    isBegun: (on) => stage(on) === 'calling',
  },
  'the refusal of a call': {
    begin: async (on) => {
      const arrives = on.hold('/sendToMsg', { code: 400, msg: 'refused' });
      void call(on);
      return Promise.resolve(arrives);
    },
    isBegun: (on) => stage(on) === 'calling',
  },
  'an accept of the other side': {
    begin: async (on) => {
      void call(on);
      await on.settle();
      const first = on.socket();
      const accept = accepted(on);
      return () => first.late(accept);
    },
    isBegun: (on) => stage(on) === 'calling',
  },
  'the same call again': {
    begin: async (on) => {
      await ring(on);
      const first = on.socket();
      return () => first.late(step('calling', 1));
    },
    isBegun: (on) => stage(on) === 'ringing',
  },
  'the microphone of a call that was accepted': {
    begin: async (on) => {
      await ring(on);
      on.media.answer = 'asked';
      on.client.actions.answerCall();
      await on.settle();
      return () => on.media.decide('given');
    },
    isBegun: (on) => on.media.wanted.length === 1,
  },
  'the answer to an accept': {
    begin: async (on) => {
      await ring(on);
      const arrives = on.hold('/sendToMsg', DONE);
      on.client.actions.answerCall();
      return arrives;
    },
    isBegun: (on) => stage(on) === 'connecting',
  },
  'the end of a connection': {
    begin: async (on) => {
      void call(on);
      await on.settle();
      on.socket().frame(accepted(on));
      await on.settle();
      const peers = [...on.network.peers];
      return () => {
        for (const peer of peers) if (peer instanceof FakePeer) peer.broke();
      };
    },
    isBegun: (on) => on.network.peers.size === 1,
  },
  'a bind’s answer with messages': bind(
    missed({ frames: [{ type: 'simple', time: 1, data: messageOf(1, 'of-seven'), stream: '7-9', seq: 1 }] }),
  ),
  'a bind’s answer with registers': bind(
    missed({ registers: { online: [9], applications: 3, blocked: [9] } }),
  ),
  'a bind’s answer that asks for the whole list': bind(missed({ full: 1 })),
  'the list of chats': {
    begin: async (on) => {
      const mine = [{ ...PARTNER, displayName: 'of-seven' }];
      const arrives = on.hold('/getContacts', { ...LIST, data: mine });
      void on.client.actions.refreshContacts();
      return Promise.resolve(arrives);
    },
    isBegun: (on) => on.of('/getContacts').length === 2,
  },
};

/** All that the second user sees, and that the server receives from them. */
async function shownAfter(row: Row, isBegun: boolean) {
  const network = mediaNetwork();
  const media = network.device();
  const base = await scripted({ media });
  const hold: Page['hold'] = (path, reply) => {
    let arrives = none;
    let count = 0;
    base.answer(path, ({ headers }) => {
      count += 1;
      if (headers['authorization'] === 'bearer t8' || count > 1) return path === '/getContacts' ? LIST : DONE;
      return new Promise<Reply>((done) => (arrives = () => done(reply)));
    });
    return () => arrives();
  };
  const on: Page = { ...base, media, network, hold };
  on.answer('/getSystemInfo', CONFIG);
  await on.client.start();
  await on.login();
  await on.settle();
  let late = none;
  if (isBegun) {
    late = await row.begin(on);
    await on.settle();
    expect(row.isBegun(on), 'it began').toBe(true);
  }
  await on.client.actions.logout();
  on.answer('/login', { code: 0, data: { authToken: 'bearer t8', userInfo: eight } });
  on.notices.length = 0;
  await on.login();
  await on.settle();
  late();
  await on.settle();
  await on.clock.advance(90_000);
  await on.settle();
  const requests = on.requests.filter(({ headers }) => headers['authorization'] === 'bearer t8');
  const state = { ...stateToJson(on.client.store.get()), connection: null, clientId: null, minute: 0 };
  const shown = {
    requests: requests.map(({ path, body }) => [path, body]),
    state,
    notices: on.notices,
    call: on.client.calls.get(),
    media: [network.devices.size, network.peers.size],
  };
  await on.client.stop();
  return shown;
}

it.each(Object.entries(ROWS))('SESS-3: late for the first user, nothing for the next: %s', async (_, row) => {
  expect(await shownAfter(row, true)).toEqual(await shownAfter(row, false));
});
