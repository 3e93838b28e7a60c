import { describe, expect, it } from 'vitest';
import { callButtons } from '../../src/client/actions/call-actions.ts';
import type { ActionParts } from '../../src/client/actions/parts.ts';
import type { CallDriverParts, DeviceCalls, MakeDeviceCalls } from '../../src/client/call/driver.ts';
import { lazyCallDriver } from '../../src/client/call/lazy-call-driver.ts';
import { keepPendingHangup } from '../../src/client/call/pending-hangups.ts';
import type { Notice } from '../../src/client/interface/client.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { EMPTY } from '../../src/client/state/empty.ts';
import { contactId, messageId, userId } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';

type Signal = Parameters<DeviceCalls['signalled']>[0];
const signal = (name: string) => ({ type: 'callSignal', name }) as unknown as Signal;

/** A driver that only records its calls. */
function setting() {
  const reports: unknown[] = [];
  const notices: Notice[] = [];
  const open: { give: (make: MakeDeviceCalls) => void; refuse: () => void }[] = [];
  const load = () =>
    new Promise<MakeDeviceCalls>((resolve, reject) => {
      open.push({ give: resolve, refuse: () => reject(new Error('no network')) });
    });
  const made = {
    view: { get: () => null, subscribe: () => () => undefined, mayCall: () => null },
    groups: { get: () => null, subscribe: () => () => undefined, mayJoin: () => null },
    actions: { startCall: () => Promise.resolve(ok('x')) },
    signalled: (effect: Signal) => reports.push(Reflect.get(effect, 'name')),
    callsToReport: () => ({ x: 3 }),
    bound: (calls: unknown) => reports.push(calls),
    onChange: () => reports.push('onChange'),
    left: () => reports.push('left'),
    closed: () => reports.push('closed'),
    stop: () => reports.push('stop'),
  } as unknown as ReturnType<MakeDeviceCalls>;
  const settings = createMemoryProfile().settings();
  const memory = createMemoryProfile().settings();
  const state = {
    ...EMPTY,
    config: { ...EMPTY.config, chatInfo: { ...EMPTY.config.chatInfo, webrtc: true, simpleChat: true } },
    contacts: new Map([[contactId(9), {}]]),
  };
  const parts = {
    store: { get: () => state },
    ports: { settings, tabMemory: memory, media: { supported: true } },
    self: () => userId(7),
    raise: (notice: Notice) => notices.push(notice),
  } as unknown as CallDriverParts;
  const driver = lazyCallDriver(load)(parts);
  const notified = { raise: (notice: Notice) => notices.push(notice) };
  return {
    driver,
    buttons: callButtons({ calls: driver, notices: notified } as unknown as ActionParts),
    settings,
    memory,
    reports,
    notices,
    open,
    made: () => made,
  };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const how = { video: false, name: '', avatar: '' };

describe('calls whose code comes later', () => {
  it('CALL-39: the code comes with the first bind where a hang-up is still to be said, else not', async () => {
    const { driver, settings, open, made, reports } = setting();
    driver.bound([]);
    expect(open).toEqual([]);
    keepPendingHangup(settings, userId(7), {
      call: messageId('c'),
      to: userId(9),
      video: false,
      event: 'hangup',
      code: 906,
      talkSec: 5,
      sdp: '',
      candidates: [],
      path: 0,
    });
    driver.bound([]);
    open[0]?.give(made);
    await settle();
    expect(reports).toEqual(['onChange', []]);
  });

  it('CALL-46: a talk to come back to brings the code with the first bind, and it hears of the list of calls', async () => {
    const { driver, memory, open, made, reports } = setting();
    driver.bound([]);
    // The answer to a later ping lists none.
    driver.bound(null);
    driver.signalled(signal('calling'));
    open[0]?.give(made);
    await settle();
    expect(reports).toEqual(['onChange', [], 'calling']);
    const next = setting();
    next.memory.set('call-talk', '{}');
    next.driver.bound([]);
    expect([next.open.length, memory.get('call-talk')]).toEqual([1, null]);
    next.driver.closed();
    expect(next.memory.get('call-talk')).toBeNull();
  });

  it('CALL-1: before the code is loaded a user may call friends only', () => {
    const { driver } = setting();
    expect([driver.view.mayCall(contactId(9)), driver.view.mayCall(contactId(8))]).toEqual([
      null,
      'notFriends',
    ]);
  });

  it('CALL-34: events during the load of the code are passed on in order', async () => {
    const { driver, reports, open, made } = setting();
    driver.bound([]);
    driver.onChange(EMPTY);
    expect([open.length, driver.callsToReport()]).toEqual([0, {}]);
    driver.signalled(signal('calling'));
    driver.signalled(signal('hangup'));
    driver.bound([]);
    expect([open.length, reports]).toEqual([1, []]);
    open[0]?.give(made);
    await settle();
    expect(reports).toEqual(['onChange', 'calling', 'hangup', []]);
    expect(driver.callsToReport()).toEqual({ x: 3 });
    driver.signalled(signal('later'));
    expect(reports.at(-1)).toBe('later');
  });

  it('CALL-34: if the code fails to load, other devices ring, and the next call loads it again', async () => {
    const { driver, buttons, reports, notices, open, made } = setting();
    driver.signalled(signal('missed'));
    open[0]?.refuse();
    await settle();
    expect(notices).toEqual([]);
    const begun = buttons.startCall(userId(2), how);
    open[1]?.refuse();
    expect((await begun).ok).toBe(false);
    expect(notices).toEqual([{ kind: 'text', key: 'err.noNetwork' }]);
    driver.signalled(signal('calling'));
    open[2]?.give(made);
    await settle();
    expect(reports).toEqual(['onChange', 'calling']);
  });

  it('CALL-34: a client that has stopped begins no calls with code that comes too late', async () => {
    const { driver, reports, open, made } = setting();
    driver.signalled(signal('calling'));
    driver.stop();
    open[0]?.give(made);
    await settle();
    expect(reports).toEqual([]);
  });

  it('GCALL-15: the code comes with the first join, or for a call of an earlier page', async () => {
    const { driver, buttons, memory, open, made } = setting();
    const group = contactId('group-3');
    driver.caughtUp();
    buttons.leaveGroupCall();
    driver.bound([]);
    expect([open.length, driver.groups.get(), driver.groups.mayJoin(group)]).toEqual([0, null, 'notMember']);
    memory.set('call-talk', '{}');
    driver.bound([]);
    expect(open).toHaveLength(1);
    open[0]?.give(made);
    await settle();
    expect(driver.groups.mayJoin(group)).toBeNull();
    driver.closed();
    expect(memory.get('call-talk')).toBeNull();
    const other = setting();
    const joining = other.buttons.joinGroupCall(group, { video: false });
    other.open[0]?.refuse();
    expect([(await joining).ok, other.notices]).toEqual([false, [{ kind: 'text', key: 'err.noNetwork' }]]);
  });
});
