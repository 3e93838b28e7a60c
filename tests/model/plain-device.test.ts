import { describe, expect, it } from 'vitest';
import { PlainClient } from '../../simulator/plain/client.ts';
import { frameFaults, messageFaults, rowFaults } from '../../simulator/plain/contract.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { Recorder } from '../../simulator/recorder/recorder.ts';
import type { WorldNode } from '../../simulator/nodes/node.ts';
import { FINE, type Surroundings } from '../../simulator/environment/surroundings.ts';
import { openWire } from '../../simulator/network/wire.ts';

const ME = 2;
const message = (id: string, from: number, more: object = {}) => ({
  id,
  msg_id: Number(id.slice(1)),
  type: 'text',
  content: `words of ${id}`,
  sendTime: 1_700_000_000 + Number(id.slice(1)),
  toContactId: 'group-1',
  toUser: 'group-1',
  from_user: from,
  fromUser: { id: from },
  at: [],
  contactInfo: {
    id: 'group-1',
    displayName: 'Group',
    is_notice: 1,
    is_group: 1,
    lastContent: 'x',
    unread: 7,
  },
  ...more,
});
const row = (id: string | number, more: object = {}) => ({
  id,
  displayName: `name of ${id}`,
  is_group: 0,
  is_top: 0,
  is_notice: 1,
  unread: 0,
  is_at: 0,
  lastContent: 'hello',
  type: 'text',
  lastSendTime: 1_700_000_000_000,
  ...more,
});

const frame = (type: string, data: unknown) => ({ type, time: 1, data });

function loaded(): PlainClient {
  const client = new PlainClient(ME);
  client.loaded([row(1), row('group-1', { is_group: 1, setting: {}, role: 3 })], 0);
  return client;
}

/** A socket of a device to a node without behaviour. */
function wireAt(
  clock: ReturnType<typeof createVirtualClock>,
  {
    accepted = () => undefined,
    onEnd = () => undefined,
    frame = () => undefined,
    framed = () => undefined,
    hit = () => false,
  }: {
    readonly accepted?: (send: (text: string) => void) => void;
    readonly onEnd?: (end: () => void) => void;
    readonly frame?: (text: string) => void;
    readonly framed?: (text: string) => void;
    readonly hit?: (odds: number, what: string) => boolean;
  },
) {
  const accept = (socket: { send(text: string): void }) => accepted((text) => socket.send(text));
  return openWire({
    around: {
      clock,
      weather: FINE,
      orderControl: { present: null },
      trace: { line: () => undefined },
    } as unknown as Surroundings,
    socket: 1,
    delayMs: () => 1,
    name: 'device',
    handlers: { opened: () => undefined, frame, closed: () => undefined },
    framed,
    recorder: new Recorder(() => 0),
    hit,
    reach: () => ({ server: { gateway: { accept } }, onEnd }) as unknown as WorldNode,
    ended: () => undefined,
  });
}

describe('a plain client of the contract', () => {
  it('SIM-23: lives by frames: words, unread, mentions and order follow from them one by one', () => {
    const client = loaded();
    client.took({ type: 'group', data: message('m1', 1) });
    client.took({ type: 'group', data: message('m2', 1, { at: [ME] }) });
    client.took({ type: 'group', data: message('m3', ME) });
    expect(client.rows.get('group-1')).toMatchObject({ unread: 2, mentions: 1, words: 'words of m3' });
    expect(client.list().map((one) => one.id)).toEqual(['group-1', '1']);
    client.took({ type: 'setChatTop', data: { id: 1, is_top: 1 } });
    expect(client.list().map((one) => one.id)).toEqual(['1', 'group-1']);
    client.took({ type: 'atMsgList', data: { toContactId: 'group-1', list: [], count: 0 } });
    client.took({ type: 'editGroupName', data: { id: 'group-1', displayName: 'Other' } });
    expect(client.rows.get('group-1')).toMatchObject({ mentions: 0, title: 'Other' });
    client.took({ type: 'removeUser', data: { group_id: 'group-1', user_id: 1 } });
    expect(client.rows.has('group-1')).toBe(true);
    client.took({ type: 'removeUser', data: { group_id: 'group-1', user_id: ME } });
    client.took({ type: 'removeGroup', data: { group_id: 1 } });
    expect(client.rows.size).toBe(0);
    client.took({ type: 'group', data: message('m4', 1) });
    expect(client.rows.get('group-1')).toMatchObject({ unread: 1, title: 'Group' });
  });

  it('SIM-23: an open chat merges its page with frames that came during loading, and follows recalls', () => {
    const client = loaded();
    client.open = { id: 'group-1', lines: [] };
    client.took({ type: 'group', data: message('m3', 1) });
    client.opened('group-1', [message('m1', 1), message('m2', ME)]);
    client.took({ type: 'group', data: message('m3', 1) });
    expect(client.open?.lines.map((line) => line.id)).toEqual(['m1', 'm2', 'm3']);
    expect(client.rows.get('group-1')?.unread).toBe(0);
    client.took({
      type: 'undoMessage',
      data: { id: 'm3', content: 'taken back', is_last: 1, toContactId: 'group-1' },
    });
    client.took({ type: 'delMessage', data: { id: 'm1' } });
    expect(client.open?.lines.map((line) => `${line.id} ${line.kind}`)).toEqual(['m2 text', 'm3 event']);
    expect(client.rows.get('group-1')).toMatchObject({ words: 'taken back', kind: 'event' });
    client.took({ type: 'clearMessage', data: { group_id: 'group-1' } });
    expect([client.open?.lines, client.list().map((one) => one.id)]).toEqual([[], ['1']]);
  });

  it('SIM-23: a frame counts as given, also when the socket breaks at it and it never arrives', async () => {
    const clock = createVirtualClock();
    const sent: ((text: string) => void)[] = [];
    const [given, taken]: [string[], string[]] = [[], []];
    wireAt(clock, {
      accepted: (send) => void sent.push(send),
      frame: (text) => taken.push(text),
      framed: (text) => given.push(text),
      hit: (_odds, what) => what === 'broke at a frame' && given.includes('second'),
    });
    await clock.advance(5);
    for (const text of ['first', 'second', 'third']) sent[0]?.(text);
    await clock.advance(5);
    expect([given, taken]).toEqual([['first', 'second', 'third'], []]);
  });

  it('SIM-12: a frozen socket whose node ended is half-open until its client finds out', async () => {
    const clock = createVirtualClock();
    const ends: (() => void)[] = [];
    const wire = wireAt(clock, { onEnd: (end) => void ends.push(end) });
    await clock.advance(5);
    expect(wire.isHalfOpen()).toBe(false);
    wire.freeze();
    for (const end of ends) end();
    await clock.advance(60_000);
    expect(wire.isHalfOpen()).toBe(true);
    wire.handle.close();
    expect(wire.isHalfOpen()).toBe(false);
  });

  it('SIM-23: a frame that a base-protocol client cannot read is a fault', () => {
    expect(frameFaults(frame('group', message('m1', 1)), ME)).toEqual([]);
    expect(frameFaults(frame('void', {}), ME)).toHaveLength(1);
    expect(frameFaults({ type: 'pong', multiport: false, cursor: 'x' }, ME)).toHaveLength(1);
    expect(frameFaults({ type: 'pong', multiport: false }, ME)).toEqual([]);
    expect(messageFaults('group', message('m1', 1, { at: [0] }), ME)).toHaveLength(1);
    expect(messageFaults('group', message('m1', 1, { is_undo: 1 }), ME)).toHaveLength(1);
    expect(messageFaults('group', message('m1', ME, { is_undo: 1 }), ME)).toEqual([]);
    expect(messageFaults('simple', message('m1', 1, { fromUser: {} }), ME)).toHaveLength(1);
    expect(rowFaults(row('group-1', { is_group: 1 }))).toHaveLength(1);
  });
});
