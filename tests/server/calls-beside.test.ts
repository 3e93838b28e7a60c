import { beforeEach, expect, it } from 'vitest';
import { createSignalling, type Signalling } from '../../src/server/features/calls/calls.ts';
import { Refusal } from '../../src/server/kernel/refusal.ts';
import type { FakeSocket } from '../support/fake-socket.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

type Body = Parameters<Signalling['signal']>[1];

let phone: FakeSocket;
let desktop: FakeSocket;
let other: FakeSocket;
const { world, anna, bela } = setUpWorld(['anna', 'bela'], { friends: 'all' });
beforeEach(async () => {
  [phone, desktop, other] = [await world.online(anna), await world.online(bela), await world.online(bela)];
  await say(phone, anna, bela, 'calling');
  await say(desktop, bela, anna, 'acceptRtc');
});

const say = (at: FakeSocket, from: Person, to: Person, event: string, more: object = {}) =>
  world.call(
    from,
    'im/sendToMsg',
    { id: 'call-1', toContactId: to.id, type: 1, status: 3, event, ...more },
    { clientid: at.clientId },
  );

const codeOfRecord = async () => {
  const rows = await world.rows(anna, 'im/getMessageList', { toContactId: bela.id, peek: 1 });
  return (rows.findLast((one) => one.type === 'webrtc') as { extends?: { code?: number } }).extends?.code;
};

/** A step of a server that started later and knows the call only by its record. */
async function afterRestart(from: Person, to: Person, event: Body['event'], more: Partial<Body> = {}) {
  const signalling = createSignalling(world.server.core);
  const who = { session: { user: from.id, token: '', isMobile: false } } as never;
  const facts = { id: 'call-1', toContactId: String(to.id), type: 1, sdp: '', iceCandidate: '' } as const;
  const sentMessage = await signalling.signal(who, { ...facts, event, ...more });
  signalling.stop();
  return sentMessage instanceof Refusal ? sentMessage.reason : sentMessage;
}

it('CALL-17: not connected: a device beside the talk does not end it', async () => {
  expect((await say(other, bela, anna, 'hangup', { code: 905 })).code).toBe(0);
  expect(await codeOfRecord()).toBe(901);
  expect((await say(phone, anna, bela, 'offer', { sdp: 'one' })).code).toBe(0);
  await say(desktop, bela, anna, 'hangup', { code: 905 });
  expect(await codeOfRecord()).toBe(905);
});

it('CALL-17: "not connected" of the caller ends the call, whichever socket says it', async () => {
  await say(await world.online(anna), anna, bela, 'hangup', { code: 905 });
  expect(await codeOfRecord()).toBe(905);
});

it('CALL-37: after a restart no device takes an answered call, but a page comes back to it', async () => {
  expect(await afterRestart(bela, anna, 'acceptRtc')).toBe('callState');
  expect(await afterRestart(bela, anna, 'acceptRtc', { path: 1 })).toEqual({});
});

it('CALL-37: after a restart "not connected" ends a talk only when the caller says it', async () => {
  await afterRestart(bela, anna, 'hangup', { code: 905 });
  expect(await codeOfRecord()).toBe(901);
  await afterRestart(anna, bela, 'hangup', { code: 905 });
  expect(await codeOfRecord()).toBe(905);
});

it('CALL-23: a device that only rang and reconnects does not keep the call alive', async () => {
  const again = await world.socket();
  const who = { user_id: bela.id, token: bela.token, client: 'parley', v: 1 };
  again.say({ type: 'bindUid', ...who, calls: { 'call-1': 1 } });
  await world.settle();
  again.cut();
  for (let passed = 0; passed < 4 * 60; passed += 15) {
    for (const socket of [phone, desktop, other]) socket.say({ type: 'ping' });
    await world.clock.advance(15_000);
  }
  expect(await codeOfRecord()).toBe(901);
  desktop.cut();
  for (let passed = 0; passed < 2 * 60; passed += 15) {
    for (const socket of [phone, other]) socket.say({ type: 'ping' });
    await world.clock.advance(15_000);
  }
  expect(await codeOfRecord()).toBe(906);
});

const listReports = (socket: FakeSocket) => socket.of('webrtc').map(({ data }) => data);

it('CALL-32: after a restart a hang-up ends for both a call whose record was deleted', async () => {
  await world.ok(anna, 'im/delMessage', { id: 'call-1' });
  for (const socket of [phone, desktop, other]) socket.frames.length = 0;
  expect(await afterRestart(anna, bela, 'answer')).toBe('callUnknown');
  expect(await afterRestart(anna, bela, 'hangup', { code: 905 })).toEqual({});
  await world.settle();
  expect(listReports(phone)).toMatchObject([{ extends: { event: 'otherOpt', code: 906 } }]);
  for (const socket of [desktop, other])
    expect(listReports(socket)).toMatchObject([{ extends: { event: 'hangup', code: 906 } }]);
  expect(await afterRestart(bela, anna, 'hangup', { code: 906 })).toBe('callUnknown');
});
