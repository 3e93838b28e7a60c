import { describe, expect, it } from 'vitest';
import { actWords } from '../../simulator/browser/act-words.ts';
import { Screens } from '../../simulator/browser/screens.ts';
import type { DeviceScreen, RunView, Tell } from '../../simulator/browser/view-types.ts';
import { RunWatch } from '../../simulator/browser/view/watch.ts';
import type { Device } from '../../simulator/devices/device.ts';
import { FAULT_KINDS, USER_KINDS } from '../../simulator/plan/step.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { createStore } from '../../src/client/state/create-store.ts';
import { EventLog, replay, type ScriptLine } from '../../src/client/state/log.ts';
import { stateToJson } from '../../src/client/state/state-json.ts';
import { streamsAtOnce } from '../../src/client/state/stream-code.ts';
import { OPENING, posted } from '../support/script-lines.ts';

function device(name: string) {
  const store = createStore({
    clock: createVirtualClock(),
    streams: streamsAtOnce,
    log: { write: () => undefined },
    schedule: (run) => run(),
    events: new EventLog(),
  });
  return { store, device: { name, tabs: [{ client: { core: store } }] } as unknown as Device };
}

const open = ({ store }: ReturnType<typeof device>): void => {
  for (const line of OPENING) if (line.origin === 'local') store.dispatch(line.event);
};
const receive = ({ store }: ReturnType<typeof device>, seq: number): void => {
  const line = posted('1', seq);
  if (line.origin === 'live') store.framed(line.event, 'live');
};

const view = (done: number, broken: boolean): Tell => ({
  type: 'view',
  view: {
    phase: 'faults are on',
    done,
    steps: 9,
    story: [],
    flights: [],
    problems: broken ? [{ checker: 'SEND-1', text: 'lost' }] : [],
    screens: [{ device: 'user1a', isWhole: done === 0, lines: [] }],
  } as unknown as RunView,
});

describe('the watched run', () => {
  it('WATCH-4: the events of a device, sent in parts, lead to the state of its client', () => {
    const [one, screens] = [device('user1a'), new Screens()];
    open(one);
    const sent: ScriptLine[] = [];
    for (let seq = 1; seq <= 5; seq += 1) {
      receive(one, seq);
      for (const { isWhole, lines } of screens.take([one.device])) {
        if (isWhole) sent.length = 0;
        sent.push(...lines);
      }
    }
    expect(screens.take([one.device])).toEqual([]);
    expect(stateToJson(replay(sent))).toEqual(stateToJson(one.store.get()));
    expect(sent.filter((line) => line.origin === 'state')).toHaveLength(1);
  });

  it('WATCH-4: another tab of a device sends everything again, and a fifth device nothing', () => {
    const [first, second, screens] = [device('user1a'), device('user1a'), new Screens()];
    open(first);
    open(second);
    screens.take([first.device]);
    expect(screens.take([second.device]).map(({ isWhole }) => isWhole)).toEqual([true]);
    const others = ['b', 'c', 'd', 'e', 'f'].map((name) => device(name));
    for (const other of others) open(other);
    expect(new Screens().take(others.map((other) => other.device))).toHaveLength(4);
  });

  it('WATCH-4: every step of a user and every fault has words in both languages', () => {
    for (const kind of [...USER_KINDS, ...FAULT_KINDS]) {
      expect(actWords(kind, 'en')).not.toMatch(/^does:/);
      expect(actWords(kind, 'zh')).not.toMatch(/^操作：|[a-z]/);
    }
    expect(actWords('lookForMentions', 'en')).toBe('does: look for mentions');
  });

  it('WATCH-4: a broken promise leads to the step before it, in a new run', () => {
    const requests: string[] = [];
    const received: ((message: Tell) => void)[] = [];
    const tell = (message: Tell): void => received.at(-1)?.(message);
    const watch = new RunWatch({
      engine: (to) => {
        received.push(to);
        return {
          ask: (ask) => requests.push(ask.type === 'go' ? `go ${ask.steps}` : ask.type),
          end: () => undefined,
        };
      },
      session: () => undefined,
    });
    const observations: DeviceScreen[] = [];
    watch.onScreen((screen) => observations.push(screen));
    watch.open(watch.get().plan);
    tell(view(0, false));
    tell(view(4, true));
    expect(watch.get().brokenAt).toBe(4);
    expect([observations.length, watch.screensOf('user1a').length]).toEqual([2, 2]);
    watch.toMoment();
    expect(watch.screensOf('user1a')).toEqual([]);
    tell(view(0, false));
    for (const done of [1, 2, 3]) tell(view(done, false));
    expect(requests.slice(1)).toEqual(['open', 'go 1', 'go 1', 'go 1']);
  });
});
