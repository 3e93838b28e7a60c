import { readLedger } from '../checkers/checker.ts';
import type { Checker } from '../checkers/checker.ts';
import { CHECKERS } from '../run/checkers.ts';
import { returned, unsettled } from '../checkers/settled.ts';
import { hangUpTalks } from '../checkers/calls.ts';
import { reviewOf } from '../checkers/reviewed.ts';
import { leaksChecker } from '../checkers/leaks.ts';
import { replaysChecker } from '../checkers/replays.ts';
import { sentByOthers } from './other-login.ts';
import type { World } from '../world/world-type.ts';

/** Not for these Worlds: reloads after the end, and what depends on no order. */
const NOT_HERE: ReadonlySet<string> = new Set([
  'a reload offline shows the same',
  'screens say what the oracle says',
]);
const sentByOthersChecker: Checker = { name: 'nothing crosses a log-out', end: sentByOthers };
/** Every page with a login has the newest configuration (CONF-2b); without one it has no socket. */
const configChecker: Checker = {
  name: 'the configuration is the newest',
  end: (world) => {
    const revs = world.nodes.flatMap(({ server }) => server?.core.config().rev ?? []);
    return world
      .tabs()
      .filter(({ client }) => client.session.get().name === 'signedIn')
      .filter((tab) => !revs.includes(tab.state().config.rev ?? 0))
      .map((tab) => `${tab.name} has the configuration ${tab.state().config.rev}, nodes have ${revs.join()}`);
  },
};
/** No member of a group asks to join it (GROUP-25b). */
const requestsChecker: Checker = {
  name: 'no member asks to join',
  end: (world) => {
    const { oracle } = reviewOf(world);
    return world.store
      .rows('group_requests')
      .map((row) => ({ group: `group-${Number(row['group_id'])}`, user: Number(row['user_id']) }))
      .filter(({ group, user }) => oracle.seat(user, group))
      .map(({ group, user }) => `the request of ${user} to join ${group} waits, who is a member`);
  },
};
export const JUDGES: readonly Checker[] = [
  replaysChecker,
  sentByOthersChecker,
  configChecker,
  requestsChecker,
  ...CHECKERS.filter(({ name }) => !NOT_HERE.has(name)),
];

const CONVERGE_MS = 120_000;

/**
 * Lets everything settle, and checks every promise that needs no further action. `stops`: also stops all
 * pages and nodes, and checks that they leave nothing behind, which costs a sixth of a World.
 */
export async function judgeScene(world: World, stops: boolean): Promise<void> {
  const { clock, record } = world;
  const end = clock.elapsedMs() + CONVERGE_MS;
  let open = await unsettled(world);
  for (let waitMs = 500; open.length > 0 && clock.elapsedMs() < end; waitMs = Math.min(waitMs * 2, 15_000)) {
    if (record.problems.length > 0) return;
    returned(world);
    hangUpTalks(world);
    await clock.advance(waitMs);
    open = await unsettled(world);
  }
  for (const text of open) record.problem('everybody converges within 120 s', text);
  for (const tab of world.tabs())
    for (const { name, always } of JUDGES)
      for (const text of always?.(tab, world) ?? []) record.problem(name, text);
  if (record.problems.length > 0) return;
  const ledger = await readLedger(world);
  for (const { name, end: judge } of stops ? JUDGES : JUDGES.filter((one) => one !== leaksChecker))
    for (const text of (await judge?.(world, ledger)) ?? []) record.problem(name, text);
}
