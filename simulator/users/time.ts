import type { ActContext, Acts, UserSubject } from './subject.ts';
import { pickFrom } from './subject.ts';

const DAY = 86_400_000;
/** Just before the server clears, at night (CONF-17). */
const NIGHT_MS = 2 * 3_600_000 - 20_000;

/** Everything sleeps without power, and the servers restart. It ends in the night of some later day. */
export async function blackout({ world, step }: ActContext, days: readonly number[]): Promise<void> {
  // A talk sleeping for days is not a useful case.
  if (world.record.calls.visibleCalls.size > 0) return;
  const { clock } = world;
  const now = clock.nowMs();
  const end = Math.ceil(now / DAY) * DAY + (pickFrom(days, step.b) ?? 1) * DAY + NIGHT_MS;
  for (const node of world.nodes) node.kill();
  clock.pass(end - now);
  world.sleptMs += end - now;
  for (const node of world.nodes) clock.setTimeout(() => void node.start(), 1_000 + (step.a % 5) * 500);
  return Promise.resolve();
}

const acts: Acts<'time'> = {
  blackout: (context) => blackout(context, [1, 8, 31, 100]),
  shortBlackout: (context) => blackout(context, [0]),
  longRest: () => undefined,
  // Content older than a day is cleared in the night (CONF-17).
  clearingNight: async (context) => {
    const { world, chat, step } = context;
    // Applies to one group alone, overriding the server's setting (RETAIN-1).
    if (step.a % 2 === 0 && chat?.kind === 'group') {
      await world.ruler.execute(
        'retention',
        'set',
        chat.id,
        pickFrom(['1', '1', '2', '0'], step.a >> 1) ?? '1',
      );
      await world.ruler.execute('retention', 'list');
      return blackout(context, [2, 3]);
    }
    await context.world.ruler.configure('chatInfo.msgClear', '1');
    await context.world.ruler.configure('chatInfo.msgClearDay', '1');
    await blackout(context, [2, 3]);
  },
};

/** Effects of time: nights, old events, expired tokens and sends. */
export const time: UserSubject<'time'> = {
  acts,
  coverage: { jobs: 'Pruning Purging', commands: ['retention set', 'retention list'] },
};
