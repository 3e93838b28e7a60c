import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { createSocketDriver } from '../../src/client/connection/connection.ts';
import { networkLimits as limits } from '../../src/domain/first-limits.ts';
import type { SocketHandlers } from '../../src/ports/socket.ts';
import { fakePage } from '../support/fake-page.ts';

/** The driver with sockets that a test opens and closes. */
function drive({ draw = 0.5, knows = true } = {}) {
  const clock = createVirtualClock();
  const sockets: SocketHandlers[] = [];
  const [sent, reports]: [unknown[], unknown[]] = [[], []];
  const probes: number[] = [];
  const driver = createSocketDriver({
    clock,
    random: { next: () => draw },
    device: fakePage(),
    socket: {
      open: (_, handlers) => {
        sockets.push(handlers);
        return { send: (text) => void sent.push(JSON.parse(text)), close: () => undefined };
      },
    },
    url: 'ws://parley.test',
    credentials: () => (knows ? { user: 7, token: 't' } : null),
    frame: () => undefined,
    changed: (connection) => void reports.push(connection),
    calls: () => ({}),
    callBind: () => Promise.resolve(true),
    binding: () => void reports.push('binding'),
    bound: () => void reports.push('bound'),
    unbound: () => void reports.push('unbound'),
    probe: () => void probes.push(clock.elapsedMs()),
    raiseError: () => void reports.push('error'),
  });
  const types = () => sent.map((frame) => (frame as { readonly type: string }).type);
  const greet = () => {
    sockets.at(-1)?.opened();
    driver.greeted(false);
  };
  const close = () => sockets.at(-1)?.closed({ opened: true, code: 1006, reason: '' });
  const fail = () => sockets.at(-1)?.closed({ opened: false, code: 1006, reason: '' });
  return { clock, driver, sockets, sent, reports, probes, types, greet, close, fail };
}

describe('the socket of a client', () => {
  it('SOCK-1: a ping of the server is answered, and its own go out', async () => {
    const on = drive();
    on.driver.signedIn();
    on.driver.connect();
    on.greet();
    on.driver.pinged();
    expect(on.types()).toEqual(['ping', 'bindUid', 'pong']);
    on.driver.ponged(true);
    await on.clock.advance(limits.heartbeatMs);
    expect(on.types().slice(3)).toEqual(['ping']);
  });

  it('SOCK-14: the state names the proxy until an attempt fails otherwise; attempts go on', async () => {
    const on = drive();
    on.driver.connect();
    const blocked = () => on.sockets.at(-1)?.closed({ opened: false, code: 1006, reason: '', blocked: true });
    blocked();
    expect(on.reports.at(-1)).toEqual({ name: 'waiting', attempt: 1, blocked: true });
    await on.clock.advance(limits.reconnectMs);
    on.fail();
    expect(on.reports.at(-1)).toEqual({ name: 'waiting', attempt: 2 });
    for (let attempt = 2; attempt <= limits.openFailureLimit; attempt += 1) {
      await on.clock.advance(limits.reconnectMs);
      blocked();
    }
    expect(on.reports.at(-1)).toEqual({ name: 'lost', blocked: true });
    on.driver.answered();
    expect(on.reports.at(-1)).toEqual({ name: 'connecting' });
    on.driver.stop();
  });

  it('SOCK-2: a socket is not bound before the sign-in, nor after the sign-out', async () => {
    const on = drive();
    expect(on.reports).toEqual([{ name: 'idle' }]);
    on.driver.connect();
    expect(on.reports.at(-1)).toEqual({ name: 'connecting' });
    on.greet();
    expect(on.types()).not.toContain('bindUid');
    on.driver.signedIn();
    on.close();
    await on.clock.advance(limits.reconnectMs);
    on.greet();
    expect(on.sent.at(-1)).toEqual({
      type: 'bindUid',
      user_id: 7,
      token: 't',
      client: 'parley',
      v: 1,
      calls: {},
    });
    on.sent.splice(0);
    on.driver.signedOut();
    on.close();
    await on.clock.advance(limits.reconnectMs);
    on.greet();
    expect([on.types().includes('ping'), on.types().includes('bindUid')]).toEqual([true, false]);
  });

  it('STREAM-13: the socket sends only while it is bound, and reports each end of that once', async () => {
    const on = drive();
    const sentMessage = { type: 'presence' };
    expect(on.driver.trySend(sentMessage)).toBe(false);
    on.driver.signedIn();
    on.driver.connect();
    on.greet();
    expect([on.driver.trySend(sentMessage), on.types().includes('presence')]).toEqual([false, false]);
    on.driver.ponged(true);
    expect([on.driver.trySend(sentMessage), on.types().includes('presence')]).toEqual([true, true]);
    on.close();
    expect(on.driver.trySend(sentMessage)).toBe(false);
    await on.clock.advance(limits.reconnectMs - 1);
    expect(on.reports.filter((one) => typeof one === 'string')).toEqual(['binding', 'bound', 'unbound']);
    await on.clock.advance(1);
    on.greet();
    on.driver.ponged(true);
    on.driver.stop();
    expect(on.reports.filter((one) => typeof one === 'string').slice(3)).toEqual([
      'binding',
      'bound',
      'unbound',
    ]);
    expect([on.clock.pending(), on.types().at(-1)]).toEqual([0, 'close']);
  });

  it.each([
    [0, limits.probeMinMs],
    [0.5, (limits.probeMinMs + limits.probeMaxMs) / 2],
    [0.999_999, limits.probeMaxMs - 0.015],
  ])('SOCK-8: drawn at %d a probe goes out every %d ms', async (draw, everyMs) => {
    const on = drive({ draw });
    on.driver.signedIn();
    on.driver.connect();
    for (let times = 0; times < limits.openFailureLimit; times += 1) {
      on.fail();
      await on.clock.advance(limits.reconnectMs);
    }
    expect(on.reports.slice(-2)).toEqual(['error', { name: 'lost' }]);
    on.probes.splice(0);
    await on.clock.advance(2 * limits.probeMaxMs);
    await on.clock.advance(limits.probeMaxMs);
    const [first = 0, second = 0] = on.probes;
    expect(second - first).toBeCloseTo(everyMs, 1);
  });
});
