import { describe, expect, it } from 'vitest';
import { bindNow, socketBench, type SocketBench } from '../support/socket-bench.ts';

const s = (seconds: number) => seconds * 1_000;

const failOnce = (bench: SocketBench) => bench.say({ type: 'socket.failed' });
const flapOnce = (bench: SocketBench) => {
  bench.say({ type: 'socket.opened' });
  bench.say({ type: 'socket.closed' });
};

async function runOut(bench: SocketBench, how: (bench: SocketBench) => void): Promise<void> {
  bench.send({ type: 'connect.asked' });
  for (let tries = 0; tries < 20 && bench.state() === 'connecting'; tries += 1) {
    how(bench);
    await bench.clock.advance(s(15));
  }
}

describe('the socket machine', () => {
  it('SOCK-1: pings on open and every 25 s, and answers a ping', async () => {
    const bench = socketBench();
    bench.onEffect((effect) => {
      if (effect.type === 'sendPing') bench.say({ type: 'pong.received', bound: true });
    });
    bench.send({ type: 'connect.asked' });
    await bench.clock.advance(s(3));
    bench.say({ type: 'socket.opened' });
    bench.say({ type: 'init.received' });
    bench.say({ type: 'pong.received', bound: true });
    await bench.clock.advance(s(80));
    expect(bench.at('sendPing')).toEqual([3, 28, 53, 78]);
    bench.say({ type: 'ping.received' });
    expect(bench.count('sendPong')).toBe(1);
  });

  it('SOCK-2: binds after init, and only when a user is signed in', async () => {
    const signedIn = socketBench();
    signedIn.send({ type: 'connect.asked' });
    signedIn.say({ type: 'socket.opened' });
    expect(signedIn.count('sendBind')).toBe(0);
    signedIn.say({ type: 'init.received' });
    expect(signedIn.count('sendBind')).toBe(1);

    const signedOut = socketBench({ signedIn: false });
    signedOut.send({ type: 'connect.asked' });
    signedOut.say({ type: 'socket.opened' });
    signedOut.say({ type: 'init.received' });
    expect(signedOut.count('sendBind')).toBe(0);
    signedOut.send({ type: 'user.signedIn' });
    expect(signedOut.count('sendBind')).toBe(1);
  });

  it('SOCK-2: does not bind after a sign-out, and binds again after the next sign-in', () => {
    const bench = socketBench();
    bench.send({ type: 'connect.asked' });
    bindNow(bench);
    bench.send({ type: 'user.signedOut' });
    bench.say({ type: 'pong.received', bound: false });
    bench.say({ type: 'pong.received', bound: true });
    expect([bench.count('sendBind'), bench.count('becameBound')]).toEqual([1, 1]);
    bench.send({ type: 'user.signedIn' });
    bench.say({ type: 'pong.received', bound: true });
    expect([bench.count('sendBind'), bench.count('becameBound')]).toEqual([2, 2]);
  });

  it('SOCK-3: waits 15 s after a failure', async () => {
    const bench = socketBench();
    bench.send({ type: 'connect.asked' });
    failOnce(bench);
    await bench.clock.advance(14_999);
    expect(bench.count('openSocket')).toBe(1);
    await bench.clock.advance(1);
    expect(bench.count('openSocket')).toBe(2);
  });

  it('SOCK-4: opening alone leaves the counters, being bound takes them back', async () => {
    const bench = socketBench();
    bench.send({ type: 'connect.asked' });
    failOnce(bench);
    await bench.clock.advance(s(15));
    flapOnce(bench);
    await bench.clock.advance(s(15));
    expect([bench.context().openFailures, bench.context().closes]).toEqual([2, 2]);
    bench.say({ type: 'socket.opened' });
    expect([bench.context().openFailures, bench.context().closes]).toEqual([2, 2]);
    bench.say({ type: 'init.received' });
    bench.say({ type: 'pong.received', bound: false });
    expect(bench.context().closes).toBe(2);
    bench.say({ type: 'pong.received', bound: true });
    expect([bench.context().openFailures, bench.context().closes]).toEqual([1, 1]);
    expect(bench.count('becameBound')).toBe(1);
  });

  it('SOCK-4: signed out, the first pong takes them back', async () => {
    const bench = socketBench({ signedIn: false });
    bench.send({ type: 'connect.asked' });
    failOnce(bench);
    await bench.clock.advance(s(15));
    bench.say({ type: 'socket.opened' });
    expect(bench.context().openFailures).toBe(2);
    bench.say({ type: 'pong.received', bound: false });
    expect(bench.context().openFailures).toBe(1);
  });

  it('SOCK-5, SOCK-6: ten openings that fail, then the error once', async () => {
    const bench = socketBench();
    await runOut(bench, failOnce);
    expect(bench.count('openSocket')).toBe(10);
    expect(bench.at('openSocket').at(-1)).toBe(135);
    expect(bench.at('raiseConnectionError')).toEqual([135]);
  });

  it('SOCK-5, SOCK-6: five closes without being bound, then the error once', async () => {
    const bench = socketBench();
    await runOut(bench, flapOnce);
    expect(bench.count('openSocket')).toBe(5);
    expect(bench.at('raiseConnectionError')).toEqual([60]);
  });

  it('SOCK-6: raises the error again in a second outage, once a socket was bound in between', async () => {
    const bench = socketBench();
    await runOut(bench, flapOnce);
    bench.send({ type: 'retry.asked' });
    bindNow(bench);
    bench.say({ type: 'socket.closed' });
    await bench.clock.advance(s(15));
    await runOut(bench, flapOnce);
    expect(bench.count('raiseConnectionError')).toBe(2);
  });

  it.each([
    ['the network', { type: 'network.returned' }],
    ['the foreground', { type: 'foreground.returned' }],
    ['an answered call', { type: 'call.answered' }],
    ['a hand', { type: 'retry.asked' }],
  ] as const)(
    'SOCK-7: %s ends the wait for the network, and the error is not raised again',
    async (_, event) => {
      const bench = socketBench();
      await runOut(bench, failOnce);
      bench.send(event);
      expect(bench.count('openSocket')).toBe(11);
      failOnce(bench);
      expect(bench.state()).toEqual({ lost: 'resting' });
      expect(bench.count('raiseConnectionError')).toBe(1);
      bench.send(event);
      bindNow(bench);
      await runOut(bench, (one) => one.say({ type: 'socket.closed' }));
      expect(bench.count('raiseConnectionError')).toBe(1);
    },
  );

  it('SOCK-7: an answered call does not shorten the wait of 15 s', () => {
    const bench = socketBench();
    bench.send({ type: 'connect.asked' });
    failOnce(bench);
    bench.send({ type: 'call.answered' });
    expect(bench.state()).toBe('waiting');
  });

  it('SOCK-8: probes go out at the drawn times', async () => {
    const draws = [30_000, 45_000, 37_500];
    const bench = socketBench({ probeMs: () => draws.shift() ?? 40_000 });
    await runOut(bench, failOnce);
    await bench.clock.advance(s(120));
    expect(bench.at('sendProbe')).toEqual([165, 210, 247.5]);
  });

  it('SOCK-9: two unanswered pings are a dead socket', async () => {
    const bench = socketBench();
    bench.send({ type: 'connect.asked' });
    bindNow(bench);
    await bench.clock.advance(s(25) - 1);
    expect(bench.count('sendPing')).toBe(1);
    await bench.clock.advance(s(25));
    expect(bench.count('dropSocket')).toBe(0);
    await bench.clock.advance(s(26));
    expect(bench.at('dropSocket')).toEqual([75]);
    expect(bench.state()).toBe('waiting');
  });

  it('SOCK-9: two unanswered pings are counted again for each socket, and after each pong', async () => {
    const bench = socketBench({ signedIn: false });
    bench.send({ type: 'connect.asked' });
    bench.say({ type: 'socket.opened' });
    await bench.clock.advance(s(65));
    bench.say({ type: 'socket.opened' });
    await bench.clock.advance(s(25));
    bench.say({ type: 'pong.received', bound: null });
    await bench.clock.advance(s(75));
    expect([bench.at('sendPing'), bench.at('dropSocket')]).toEqual([
      [0, 25, 65, 90, 115, 140],
      [50, 165],
    ]);
    const bound = socketBench();
    bound.send({ type: 'connect.asked' });
    bindNow(bound);
    await bound.clock.advance(s(25));
    bound.say({ type: 'pong.received', bound: true });
    await bound.clock.advance(s(80));
    expect([bound.at('sendPing'), bound.at('dropSocket')]).toEqual([[0, 25, 50, 75], [100]]);
  });

  it('SOCK-9: late timers of a hidden tab with an answered ping are not a dead socket', async () => {
    const bench = socketBench();
    bench.send({ type: 'connect.asked' });
    bindNow(bench);
    // A frozen page: nothing ran for five minutes, then the timer comes before the waiting pong.
    await bench.clock.advance(s(25));
    expect(bench.count('sendPing')).toBe(2);
    bench.say({ type: 'pong.received', bound: true });
    await bench.clock.advance(s(25));
    bench.say({ type: 'pong.received', bound: true });
    await bench.clock.advance(s(24));
    expect(bench.count('dropSocket')).toBe(0);
  });

  it('SOCK-9: the foreground asks a silent socket and replaces a dead one at once', async () => {
    const bench = socketBench();
    bench.send({ type: 'connect.asked' });
    bindNow(bench);
    bench.send({ type: 'foreground.returned' });
    expect(bench.count('sendPing')).toBe(2);
    bench.say({ type: 'pong.received', bound: true });
    await bench.clock.advance(s(12));
    expect(bench.count('openSocket')).toBe(1);
    bench.send({ type: 'foreground.returned' });
    await bench.clock.advance(s(10));
    expect(bench.at('openSocket')).toEqual([0, 22]);
    expect(bench.at('dropSocket')).toEqual([22]);
  });

  it.each<readonly [string, (bench: SocketBench) => void]>([
    ['while the next is opened', () => undefined],
    ['while that is greeted', (bench) => bench.say({ type: 'socket.opened' })],
    [
      'while it is bound by a call',
      (bench) => {
        bench.say({ type: 'socket.opened' });
        bench.say({ type: 'init.received', plain: true });
      },
    ],
    [
      'while it is bound',
      (bench) => {
        bench.say({ type: 'socket.opened' });
        bench.say({ type: 'init.received' });
      },
    ],
    ['when it is bound', bindNow],
    [
      'when nobody is signed in any more',
      (bench) => {
        bench.send({ type: 'user.signedOut' });
        bench.say({ type: 'socket.opened' });
        bench.say({ type: 'init.received' });
      },
    ],
  ])('SOCK-10: an orphaned socket cannot speak %s', async (_, prepare) => {
    const bench = socketBench();
    bench.send({ type: 'connect.asked' });
    const orphan = bench.context().socket;
    failOnce(bench);
    await bench.clock.advance(s(15));
    prepare(bench);
    const all = () => JSON.stringify([bench.state(), bench.context(), bench.done]);
    const before = all();
    for (const event of [
      { type: 'socket.opened', socket: orphan },
      { type: 'socket.failed', socket: orphan },
      { type: 'socket.closed', socket: orphan },
      { type: 'init.received', socket: orphan, plain: true },
      { type: 'bind.answered', socket: orphan },
      { type: 'bind.failed', socket: orphan },
      { type: 'ping.received', socket: orphan },
      { type: 'pong.received', socket: orphan, bound: true },
      { type: 'pong.received', socket: orphan, bound: false },
      { type: 'pong.received', socket: orphan, bound: null },
    ] as const) {
      bench.send(event);
      expect([event.type, all()]).toEqual([event.type, before]);
    }
  });

  it('SOCK-11: a deliberate close says so, takes the counters back and leaves no timer', async () => {
    const bench = socketBench();
    bench.send({ type: 'connect.asked' });
    failOnce(bench);
    await bench.clock.advance(s(15));
    bindNow(bench);
    bench.send({ type: 'close.asked' });
    expect(bench.done.slice(-2).map((one) => one.effect.type)).toEqual(['sendClose', 'dropSocket']);
    expect([bench.context().openFailures, bench.context().closes]).toEqual([1, 1]);
    expect(bench.clock.pending()).toBe(0);
    expect(bench.state()).toBe('closed');
    bench.send({ type: 'foreground.returned' });
    expect(bench.state()).toBe('closed');
  });

  it('SOCK-13: a socket that the server unbound is bound again', () => {
    const bench = socketBench();
    bench.send({ type: 'connect.asked' });
    bindNow(bench);
    bench.say({ type: 'pong.received', bound: true });
    expect(bench.count('sendBind')).toBe(1);
    bench.say({ type: 'pong.received', bound: false });
    expect(bench.count('sendBind')).toBe(2);
    bench.say({ type: 'pong.received', bound: true });
    expect([bench.count('becameBound'), bench.count('openSocket'), bench.count('sendProbe')]).toEqual([
      2, 1, 0,
    ]);
  });

  it('SOCK-13: a socket that closes instead of being bound is asked about by a call; out of retries only the probes ask', async () => {
    const bench = socketBench({ probeMs: () => s(40) });
    bench.send({ type: 'connect.asked' });
    bindNow(bench);
    bench.say({ type: 'pong.received', bound: false });
    bench.say({ type: 'socket.closed' });
    expect(bench.at('sendProbe')).toEqual([0]);
    await bench.clock.advance(s(15));
    await runOut(bench, (one) => {
      one.say({ type: 'socket.opened' });
      one.say({ type: 'init.received' });
      one.say({ type: 'socket.closed' });
    });
    expect(bench.state()).toEqual({ lost: 'resting' });
    expect(bench.at('sendProbe')).toEqual([0, 15, 30, 45]);
    await bench.clock.advance(s(45));
    expect(bench.at('sendProbe')).toEqual([0, 15, 30, 45, 100]);
  });

  it('SOCK-13: a socket that closed before its bind says nothing about the session', async () => {
    const bench = socketBench();
    await runOut(bench, flapOnce);
    expect(bench.count('sendProbe')).toBe(0);
  });

  it('PLAIN-1: a plain server is asked by a call first, and its pongs count once the frame was sent', async () => {
    const bench = socketBench();
    bench.send({ type: 'connect.asked' });
    bench.say({ type: 'socket.opened' });
    bench.say({ type: 'init.received', plain: true });
    expect([bench.count('callBind'), bench.count('sendBind')]).toEqual([1, 0]);
    // The answer to the first ping does not mention the bind.
    bench.say({ type: 'pong.received', bound: null });
    expect(bench.count('becameBound')).toBe(0);
    bench.say({ type: 'bind.answered' });
    expect(bench.done.at(-1)?.effect).toEqual({ type: 'sendBind', plain: true });
    bench.say({ type: 'pong.received', bound: null });
    expect(bench.count('becameBound')).toBe(1);
    await bench.clock.advance(s(20));
    bench.say({ type: 'pong.received', bound: null });
    expect([bench.count('becameBound'), bench.count('callBind')]).toEqual([1, 1]);
  });

  it.each([
    ['is refused', 0],
    ['is not answered', 10],
  ] as const)('PLAIN-1: a call that %s costs the socket', async (_, waitS) => {
    const bench = socketBench();
    bench.send({ type: 'connect.asked' });
    bench.say({ type: 'socket.opened' });
    bench.say({ type: 'init.received', plain: true });
    if (waitS === 0) bench.say({ type: 'bind.failed' });
    else await bench.clock.advance(s(waitS));
    expect([bench.count('dropSocket'), bench.state()]).toEqual([1, 'waiting']);
  });

  it('PLAIN-1: on a server of ours only a pong that says so binds', () => {
    const bench = socketBench();
    bench.send({ type: 'connect.asked' });
    bench.say({ type: 'socket.opened' });
    bench.say({ type: 'init.received' });
    bench.say({ type: 'pong.received', bound: null });
    expect([bench.count('becameBound'), bench.count('callBind')]).toEqual([0, 0]);
  });
});
