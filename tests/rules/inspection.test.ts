import { createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import { outboxMachine } from '../../machines/outbox.machine.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { inspectionOver, type InspectionMessage } from '../../src/client/state/inspection.ts';
import { logLimits } from '../../src/client/state/limits.ts';
import { createStepWatcher, type MachineStep } from '../../src/client/state/machine-step.ts';
import { EventLog } from '../../src/client/state/log.ts';
import { createStore } from '../../src/client/state/create-store.ts';
import { streamsAtOnce } from '../../src/client/state/stream-code.ts';
import { detailOf, typeOf, type ScriptEventLine } from '../../src/inspector/model/line.ts';
import { readScript } from '../../src/inspector/model/script-reader.ts';
import { messageId } from '../../src/domain/ids.ts';
import { self } from '../support/contacts.ts';
import { item } from '../support/one-chat.ts';

/** A page with a store and one outbox, and everything that was said on the channel. */
function page() {
  const clock = createVirtualClock();
  const sentMessages: InspectionMessage[] = [];
  const ears = new Set<(message: InspectionMessage) => void>();
  const due: (() => void)[] = [];
  const channel = {
    post: (message: InspectionMessage) => void sentMessages.push(message),
    listen: (run: (message: InspectionMessage) => void) => {
      ears.add(run);
      return () => void ears.delete(run);
    },
  };
  const inspection = inspectionOver({
    clock,
    channel,
    app: 'one',
    title: () => 'Parley',
    schedule: (run) => void due.push(run),
  });
  const store = createStore({
    streams: streamsAtOnce,
    clock,
    log: { write: () => undefined },
    schedule: (run) => run(),
    events: new EventLog(),
  });
  inspection.attach(store.log);
  const outbox = createActor(outboxMachine, { id: 'outbox 2', clock, inspect: inspection.watch });
  return {
    inspection,
    store,
    outbox,
    said: sentMessages,
    hear: (message: InspectionMessage) => ears.forEach((run) => run(message)),
    flush: () => due.splice(0).forEach((run) => run()),
    lines: () =>
      sentMessages.flatMap((message) =>
        message.type === 'lines' || message.type === 'script' ? message.lines : [],
      ),
  };
}

const listReports = (lines: readonly { readonly origin: string }[]): readonly string[] =>
  lines.flatMap((line) =>
    line.origin === 'script' || line.origin === 'state'
      ? []
      : [`${typeOf(line as ScriptEventLine)} ${detailOf(line as ScriptEventLine)}`],
  );

describe('watching an app', () => {
  it('INSP-6: nothing is said until an inspector asks for this page', () => {
    const one = page();
    one.outbox.start();
    one.store.dispatch({ type: 'signedIn', self });
    one.hear({ type: 'watch', app: 'another' });
    one.flush();
    expect(one.said).toEqual([{ type: 'here', app: 'one', title: 'Parley' }]);
    one.hear({ type: 'who' });
    expect(one.said).toHaveLength(2);
  });

  it('INSP-6: everything so far comes first, then every step once and in order', () => {
    const one = page();
    one.store.dispatch({ type: 'signedIn', self });
    one.outbox.start();
    one.store.dispatch({ type: 'minuteTicked', minute: 1 });
    one.hear({ type: 'watch', app: 'one' });
    one.outbox.send({ type: 'sending.allowed' });
    one.store.dispatch({ type: 'minuteTicked', minute: 2 });
    one.flush();
    one.outbox.send({ type: 'sending.forbidden' });
    one.flush();
    expect(listReports(one.lines()).map((line) => line.split(' · ')[0])).toEqual([
      'signedIn ',
      'started outbox 2 → resting',
      'minuteTicked minute 1',
      'sending.allowed outbox 2 → resting',
      'minuteTicked minute 2',
      'sending.forbidden outbox 2 → resting',
    ]);
    one.hear({ type: 'unwatch', app: 'one' });
    const before = one.said.length;
    one.outbox.send({ type: 'sending.allowed' });
    one.flush();
    expect(one.said).toHaveLength(before);
  });

  it('INSP-6, STORE-11: after a recall an inspector receives the log again, without the text', () => {
    const one = page();
    one.store.dispatch({ type: 'signedIn', self });
    one.hear({ type: 'watch', app: 'one' });
    one.outbox.start();
    one.store.dispatch({ type: 'outboxPut', item: item('a', 'a secret') });
    one.flush();
    expect(JSON.stringify(one.said)).toContain('a secret');
    one.store.dispatch({ type: 'minuteTicked', minute: 1 });
    one.store.dispatch({ type: 'outboxRemoved', id: messageId('a'), erased: true });
    one.store.dispatch({ type: 'minuteTicked', minute: 2 });
    one.flush();
    const [again, rest, ...more] = one.said.slice(3);
    expect([again?.type, rest?.type, more]).toEqual(['script', 'lines', []]);
    expect(JSON.stringify(again)).toContain('"actor":"outbox 2"');
    expect(JSON.stringify([again, rest])).not.toContain('a secret');
    expect(JSON.stringify([again, rest])).not.toContain('"type":"minuteTicked","minute":1');
    expect(one.lines().at(-1)).toMatchObject({ event: { type: 'minuteTicked', minute: 2 } });
    one.hear({ type: 'unwatch', app: 'one' });
    one.store.dispatch({ type: 'outboxRemoved', id: messageId('a'), erased: true });
    expect(one.said).toHaveLength(5);
  });

  it('INSP-6: the newest 10,000 steps are kept singly, and for older ones each machine’s state', () => {
    const { inspection } = page();
    const step = (no: number, id: string, status = 'active') =>
      inspection.watch({
        type: '@xstate.snapshot',
        actorRef: actors[id],
        event: { type: `step ${no}` },
        snapshot: { machine: { id: 'm' }, status, value: no, context: {} },
      } as never);
    const actors: Readonly<Record<string, object>> = { still: { id: 'still' }, over: { id: 'over' } };
    const readPosition = () =>
      inspection.lines().flatMap((line) => (line.origin === 'machine' ? [line.event.value] : []));
    step(1, 'still');
    step(2, 'over');
    step(3, 'over', 'done');
    for (let no = 4; no <= logLimits.ringMax; no += 1) step(no, 'still');
    expect([readPosition().length, readPosition()[0]]).toEqual([logLimits.ringMax, 1]);
    step(logLimits.ringMax + 1, 'still');
    const { checkpointEvery } = logLimits;
    expect(readPosition().slice(0, 3)).toEqual([checkpointEvery, checkpointEvery + 1, checkpointEvery + 2]);
    expect(readPosition().at(-1)).toBe(logLimits.ringMax + 1);
  });

  it('INSP-6: the recording is a script that loads again', () => {
    const one = page();
    one.outbox.start();
    one.store.dispatch({ type: 'signedIn', self });
    const read = readScript(
      one.inspection
        .lines()
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
    expect([read.problems, read.lines.map(({ line }) => line.origin)]).toEqual([
      [],
      ['state', 'machine', 'local'],
    ]);
    one.inspection.stop();
    expect([one.store.log.watcher, one.said.at(-1)]).toEqual([null, { type: 'gone', app: 'one' }]);
  });
});

describe('steps of machines', () => {
  it('INSP-6: name the ways taken, and tell machines of one name apart', () => {
    const steps: MachineStep[] = [];
    const watch = createStepWatcher((step) => steps.push(step));
    const [a, b] = [1, 2].map(() =>
      createActor(outboxMachine, { id: 'outbox 2', clock: createVirtualClock(), inspect: watch }),
    );
    a?.start();
    b?.start();
    a?.send({ type: 'item.queued', item: { id: 'x', bytes: 1, status: 'queued', discarded: false } });
    a?.send({ type: 'sending.allowed' });
    expect(steps.map((step) => [step.actor, step.value, step.taken])).toEqual([
      ['outbox 2', 'resting', []],
      ['outbox 2 (2)', 'resting', []],
      ['outbox 2', 'resting', ['outbox|item.queued|0']],
      ['outbox 2', 'sending', ['outbox|sending.allowed|0', 'outbox.resting||0']],
    ]);
    a?.stop();
    expect(steps.at(-1)).toMatchObject({ actor: 'outbox 2', over: true });
  });
});
