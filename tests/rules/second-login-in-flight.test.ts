import { describe, expect, it } from 'vitest';
import { atOnce } from '../../src/client/at-once.ts';
import { lazyCallDriver } from '../../src/client/call/lazy-call-driver.ts';
import { createDeviceCalls } from '../../src/client/group-call/device-calls.ts';
import { lazyUploads } from '../../src/client/uploads/lazy-uploads.ts';
import { stateToJson } from '../../src/client/state/state-json.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import type { HttpOutcome, UploadRequest } from '../../src/ports/http.ts';
import { mediaNetwork } from '../support/fake-media.ts';
import { ME, messageOf, PARTNER, scripted } from '../support/scripted-server.ts';

const NINE = contactId(9);
const MARK = 'of-seven';
const nothing = (): void => undefined;
const eight = { ...ME, user_id: 8, id: 8, account: 'eight', realname: 'Eight', displayName: 'Eight' };

interface Sent {
  readonly request: UploadRequest;
  readonly answer: (outcome: HttpOutcome) => void;
  aborted: boolean;
}

/** A page with uploads and calls that the test answers, and code that loads when the test decides. */
async function page({ isCodeLate = false } = {}) {
  const sent: Sent[] = [];
  const network = mediaNetwork();
  const media = network.device();
  let come: () => void = nothing;
  const here = isCodeLate ? new Promise<void>((resolve) => (come = resolve)) : Promise.resolve();
  const on = await scripted({
    media,
    transfers: {
      upload: (request) => {
        let answer: Sent['answer'] = nothing;
        const done = new Promise<HttpOutcome>((resolve) => (answer = resolve));
        const one: Sent = { request, answer, aborted: false };
        sent.push(one);
        const abort = () => {
          one.aborted = true;
          answer({ kind: 'broken' });
        };
        return { outcome: done, abort };
      },
    },
    ...(isCodeLate && {
      later: {
        calls: lazyCallDriver(() => here.then(() => createDeviceCalls)),
        sending: {
          ...atOnce.sending,
          createUploads: lazyUploads(() => here.then(() => atOnce.sending)),
        },
      },
    }),
  });
  on.answer('/getSystemInfo', { code: 0, data: { chatInfo: { webrtc: 1, simpleChat: 1 } } });
  await on.client.start();
  await on.login();
  await on.settle();
  /** If the log-out waits for code, that arrives once the next user is signed in. */
  const leave = async () => {
    const left = on.client.actions.logout();
    await on.settle();
    on.answer('/login', { code: 0, data: { authToken: 'bearer t8', userInfo: eight } });
    await on.login();
    come();
    await left;
    await on.settle();
    expect(on.client.store.get().self?.id).toBe(8);
  };
  /** All requests of the second user, and the data in their state and on their device. */
  const ofEight = () => {
    const requests = on.requests.filter(({ headers }) => headers['authorization'] === 'bearer t8');
    const files = sent.filter(({ request }) => request.headers['authorization'] === 'bearer t8');
    return {
      asked: requests.map(({ path }) => path),
      words: JSON.stringify([requests, files.map(({ request }) => [request.fields, request.file.name])]),
      state: JSON.stringify(stateToJson(on.client.store.get())),
    };
  };
  const quiet = async () => {
    await on.clock.advance(90_000);
    await on.settle();
  };
  return { on, sent, media, network, leave, ofEight, quiet };
}

const file = (name: string) => ({ name: `${name}.txt`, body: new Blob([name]) });
const uploaded = (name: string): HttpOutcome => ({
  kind: 'answer',
  status: 200,
  text: JSON.stringify({ code: 0, msg: '', data: messageOf(5, `/files/${name}`) }),
});

describe('a file that is being uploaded at the log-out', () => {
  it('SESS-3, SESS-7: is broken off; its progress and answer change nothing for the next user', async () => {
    const { on, sent, leave, ofEight, quiet } = await page();
    void on.client.actions.sendFile(NINE, file(MARK));
    await on.settle();
    const [mine] = sent;
    expect(mine?.request.headers['authorization']).toBe('bearer t1');
    expect(on.client.uploads.get()).toHaveLength(1);
    await leave();
    expect(mine?.aborted).toBe(true);
    expect(on.client.uploads.get()).toEqual([]);
    // Too late: the bytes were on their way.
    mine?.request.onProgress(3);
    mine?.answer(uploaded(MARK));
    await quiet();
    expect(on.client.uploads.get()).toEqual([]);
    expect(sent).toHaveLength(1);
    const { words, state } = ofEight();
    expect([words, state].join()).not.toContain(MARK);
    expect(on.client.store.get().outbox.get(NINE) ?? []).toEqual([]);
  });

  it('SESS-3: the next user sends their own files, with their own session', async () => {
    const { on, sent, leave, quiet } = await page();
    // More than go at once.
    for (let i = 0; i < 20; i += 1) void on.client.actions.sendFile(NINE, file(MARK));
    await on.settle();
    const before = sent.length;
    expect(before).toBeLessThan(20);
    await leave();
    void on.client.actions.sendFile(NINE, file('of-eight'));
    await on.settle();
    const theirs = sent.at(-1);
    expect(theirs?.request.file.name).toBe('of-eight.txt');
    expect(on.client.uploads.get()).toHaveLength(1);
    expect([sent.length - before, theirs?.request.headers['authorization']]).toEqual([1, 'bearer t8']);
    theirs?.answer(uploaded('of-eight'));
    await quiet();
    expect(sent).toHaveLength(before + 1);
  });

  it('SESS-10: a file whose code is still loading is not sent for the next user', async () => {
    const { on, sent, leave, ofEight, quiet } = await page({ isCodeLate: true });
    void on.client.actions.sendFile(NINE, file(MARK));
    await on.settle();
    await leave();
    await quiet();
    expect(sent.filter(({ request }) => request.headers['authorization'] === 'bearer t8')).toEqual([]);
    expect(on.client.uploads.get()).toEqual([]);
    expect(ofEight().state).not.toContain(MARK);
    void on.client.actions.sendFile(NINE, file('of-eight'));
    await on.settle();
    expect(sent.at(-1)?.request.file.name).toBe('of-eight.txt');
  });
});

describe('a group that is being created at the log-out', () => {
  it('SESS-7: does not appear on the page of the next user', async () => {
    const { on, leave, ofEight, quiet } = await page();
    let created: () => void = nothing;
    const wait = new Promise<void>((resolve) => (created = resolve));
    const row = { ...PARTNER, id: 77, displayName: MARK, realname: MARK };
    on.answer('/group/add', () => wait.then(() => ({ code: 0, data: row })));
    void on.client.actions.createGroup([userId(9)], MARK);
    await on.settle();
    await leave();
    created();
    await quiet();
    expect(ofEight().state).not.toContain(MARK);
  });
});

const begin = (actions: Awaited<ReturnType<typeof page>>['on']['client']['actions']) =>
  void actions.startCall(userId(9), { video: false, name: 'Bert', avatar: '' });
const signals = (of: Awaited<ReturnType<typeof page>>, token: string) =>
  of.on
    .of('/sendToMsg')
    .filter(({ headers }) => headers['authorization'] === token)
    .map(({ body }) => (body as { readonly event: string }).event);

describe('a call at the log-out', () => {
  it('SESS-3, SESS-7: a ringing call is ended by its caller; the next user may call', async () => {
    const at = await page();
    const { on, network, leave, quiet } = at;
    begin(on.client.actions);
    await on.settle();
    expect([on.client.calls.get()?.stage, network.devices.size]).toEqual(['calling', 1]);
    await leave();
    expect([on.client.calls.get(), network.devices.size, network.peers.size]).toEqual([null, 0, 0]);
    expect(signals(at, 'bearer t1')).toEqual(['calling', 'hangup']);
    await quiet();
    expect(signals(at, 'bearer t8')).toEqual([]);
    begin(on.client.actions);
    await on.settle();
    expect(signals(at, 'bearer t8')).toEqual(['calling']);
    expect(on.client.calls.get()?.stage).toBe('calling');
  });

  it('SESS-3, SESS-7: a call that waits for the microphone opens none for the next user', async () => {
    const at = await page();
    const { on, media, network, leave, quiet } = at;
    media.answer = 'asked';
    begin(on.client.actions);
    await on.settle();
    await leave();
    // The browser asked in the meantime, and the answer comes now.
    media.decide('given');
    await quiet();
    expect([on.client.calls.get(), network.devices.size, network.peers.size]).toEqual([null, 0, 0]);
    expect(signals(at, 'bearer t8')).toEqual([]);
  });

  it('SESS-10: a call whose code is still loading is started for no user', async () => {
    const at = await page({ isCodeLate: true });
    const { on, network, leave, quiet } = at;
    begin(on.client.actions);
    await on.settle();
    await leave();
    await quiet();
    expect([on.client.calls.get(), network.devices.size]).toEqual([null, 0]);
    expect(signals(at, 'bearer t8')).toEqual([]);
    begin(on.client.actions);
    await on.settle();
    expect(signals(at, 'bearer t8')).toEqual(['calling']);
  });
});
