import { describe, expect, it } from 'vitest';
import { createWorldAir } from '../../simulator/devices/media.ts';
import { createProcessClock } from '../../simulator/time/process-clock.ts';
import { createChance } from '../../simulator/plan/random.ts';
import { FINE, type Surroundings } from '../../simulator/environment/surroundings.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import type { PeerEvent } from '../../src/ports/media.ts';

describe('the clock of a process in the World', () => {
  it('SIM-3: delayed timers of a hidden tab run at once when it is visible again', async () => {
    const clock = createVirtualClock();
    const own = createProcessClock(clock);
    const ran: string[] = [];
    await clock.advance(1_000);
    own.throttle(60_000);
    own.setTimeout(() => ran.push('due'), 0);
    own.setTimeout(() => ran.push('not yet'), 5_000);
    own.clearTimeout(own.setTimeout(() => ran.push('given up'), 0));
    await clock.advance(1_000);
    expect(ran).toEqual([]);
    own.throttle(0);
    await clock.advance(0);
    expect([ran, own.pending()]).toEqual([['due'], 1]);
    await clock.advance(4_000);
    expect([ran, own.pending()]).toEqual([['due', 'not yet'], 0]);
  });
});

describe('media between the tabs of a World', () => {
  it('SIM-3: a device whose clock is set back by an hour hears of its connection all the same', async () => {
    const clock = createVirtualClock();
    const chance = createChance('air');
    const own = createProcessClock(clock);
    const around = { clock, weather: FINE, count: () => undefined } as unknown as Surroundings;
    const tab = createWorldAir(around).join('tab', own, chance, () => true);
    const opening = tab.port.open({ video: false });
    await clock.advance(5_000);
    const opened = await opening;
    if (!opened.ok) throw new Error('no devices');
    const received: PeerEvent['type'][] = [];
    const peer = tab.port.connect({
      initiator: true,
      local: opened.value,
      servers: [],
      relayOnly: false,
      on: (event) => received.push(event.type),
    });
    await clock.advance(100);
    own.jump(-3_600_000);
    peer.restart();
    await clock.advance(100);
    expect(received).toEqual(['signal', 'signal']);
    expect(own.pending()).toBe(0);
    tab.release();
  });

  it('SIM-3: packets of a connection arrive in the order in which they were sent', async () => {
    const clock = createVirtualClock();
    const around = { clock, weather: FINE, count: () => undefined } as unknown as Surroundings;
    const own = createProcessClock(clock);
    const tab = createWorldAir(around).join('tab', own, createChance('order'), () => true);
    const opening = tab.port.open({ video: false });
    await clock.advance(5_000);
    const opened = await opening;
    if (!opened.ok) throw new Error('no devices');
    const local = opened.value;
    clock.pass(180 * 24 * 3_600_000);
    for (let round = 0; round < 40; round += 1) {
      const lines: string[] = [];
      const on = (event: PeerEvent): void => {
        if (event.type === 'signal') lines.push(event.signal.kind);
      };
      const peer = tab.port.connect({ initiator: true, local, servers: [], relayOnly: false, on });
      await clock.advance(3.3);
      peer.take({ kind: 'offer', text: '{"from":"far"}' });
      await clock.advance(100);
      expect(lines).toEqual(['offer', 'answer', 'iceCandidate', 'iceCandidate']);
      peer.close();
    }
  });
});
