import { describe, expect, it } from 'vitest';
import type { InspectionMessage } from '../../src/client/state/inspection.ts';
import { attachToPages } from '../../src/inspector/model/attach.ts';
import { Controller } from '../../src/inspector/model/controller.ts';
import { readScript } from '../../src/inspector/model/script-reader.ts';
import { OPENING, posted } from '../support/script-lines.ts';

function inspector() {
  const sentMessages: InspectionMessage[] = [];
  const ears = new Set<(message: InspectionMessage) => void>();
  const controller = new Controller();
  const apps = attachToPages(
    {
      post: (message) => void sentMessages.push(message),
      listen: (run) => (ears.add(run), () => void ears.delete(run)),
    },
    controller,
  );
  return {
    controller,
    apps,
    said: sentMessages,
    hear: (...messages: readonly InspectionMessage[]) =>
      messages.forEach((one) => ears.forEach((run) => run(one))),
  };
}

const here = (app: string): InspectionMessage => ({ type: 'here', app, title: `Page ${app}` });

const tick = (atMs: number): string =>
  JSON.stringify({ atMs, origin: 'local', event: { type: 'minuteTicked', minute: atMs } });

describe('the controller of the inspector', () => {
  it('INSP-8: the inspector attaches to the first page that reports, and ignores all others', () => {
    const { controller, said, hear } = inspector();
    hear(
      here('a'),
      here('b'),
      { type: 'script', app: 'a', lines: OPENING },
      { type: 'lines', app: 'b', lines: [posted('2', 1)] },
      { type: 'lines', app: 'a', lines: [posted('1', 1)] },
    );
    expect(said).toEqual([{ type: 'who' }, { type: 'watch', app: 'a' }]);
    expect([
      controller.get().source,
      controller.get().live,
      controller.get().n,
      controller.session.length,
    ]).toEqual(['Page a', true, 3, 3]);
  });

  it('INSP-8: a look into the past stays there while more comes', () => {
    const { controller, hear } = inspector();
    hear(here('a'), { type: 'script', app: 'a', lines: OPENING });
    controller.jump(1);
    hear({ type: 'lines', app: 'a', lines: [posted('1', 1)] });
    expect([controller.get().n, controller.get().following, controller.get().length]).toEqual([1, false, 3]);
    controller.jump(3);
    hear({ type: 'lines', app: 'a', lines: [posted('1', 2)] });
    expect([controller.get().n, controller.get().following]).toEqual([4, true]);
  });

  it('INSP-7: a user who moves a copy of the newest moment stays there while more arrives', () => {
    const { controller, hear } = inspector();
    hear(here('a'), { type: 'script', app: 'a', lines: OPENING });
    controller.stay();
    hear({ type: 'lines', app: 'a', lines: [posted('1', 1)] });
    expect([controller.get().n, controller.get().following, controller.get().length]).toEqual([2, false, 3]);
  });

  it('INSP-8: a reloaded page is observed again; the steps of a closed one stay', () => {
    const { controller, said, hear } = inspector();
    hear(here('a'), { type: 'script', app: 'a', lines: OPENING }, { type: 'gone', app: 'a' });
    expect([controller.get().live, controller.session.length, controller.get().notice]).toEqual([
      false,
      2,
      'The app was closed.',
    ]);
    hear(here('c'));
    expect(said.at(-1)).toEqual({ type: 'watch', app: 'c' });
  });

  it('INSP-2: plays in the time in which it happened, faster by the chosen factor, long pauses cut short', () => {
    const controller = new Controller();
    controller.load('script', readScript([0, 1_000, 3_000, 600_000].map(tick).join('\n')));
    controller.jump(1);
    controller.play(true);
    controller.advance(999);
    expect(controller.get().n).toBe(1);
    controller.advance(1);
    expect(controller.get().n).toBe(2);
    controller.speed(10);
    controller.advance(200);
    expect(controller.get().n).toBe(3);
    controller.advance(500);
    expect([controller.get().n, controller.get().playing]).toEqual([4, false]);
    controller.play(true);
    expect(controller.get().n).toBe(0);
  });
});
