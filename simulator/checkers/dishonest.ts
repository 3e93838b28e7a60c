import { createHash } from 'node:crypto';
import { ENDPOINTS } from '../../src/server/features/features.ts';
import { bare } from '../recorder/recorder.ts';
import type { RecordedRequest } from '../recorder/recorded.ts';
import type { World } from '../world/world-type.ts';
import type { Checker } from './checker.ts';
import { reviewOf } from './reviewed.ts';

const SIGNED_IN: ReadonlySet<string> = new Set(
  ENDPOINTS.filter((row) => row.who === 'signedIn').flatMap((row) =>
    row.paths.map((path) => path.toLowerCase()),
  ),
);
const NO_LOGIN = -1;
/** The server is overloaded: it answers so before checking the login. */
const AWAY = 502;
/** Minimum lifetime of a login that is not ended (30 days, with a margin): until then it must be accepted. */
const SURELY_LIVE_MS = 29 * 86_400_000;

/**
 * A dishonest client gets no more access than any other (SIM-22): logins, sockets, and the events each may
 * receive.
 */
export const dishonestChecker: Checker = {
  name: 'nobody gets what they may not',
  end: (world) => [
    ...logins(world),
    ...world.strangers.flatMap((stranger) => [
      ...stranger.tooEarly.map(
        (text) => `${stranger.name} was sent ${text} on a socket that never showed a login`,
      ),
      ...overheard(world, stranger),
    ]),
  ],
};

/** A login is valid from its answer to its end, and nothing else is (ACC-4). */
function logins(world: World): readonly string[] {
  const ends = new Map<string, number>();
  for (const [at, ran] of world.recorder.ran.entries()) {
    if (ran.state === 'kept')
      for (const { facts } of ran.events)
        if (facts.kind === 'session') ends.set(facts.token, Math.min(at, ends.get(facts.token) ?? at));
  }
  const faults: string[] = [];
  for (const one of world.recorder.requests) {
    if (one.answer === null || !SIGNED_IN.has(one.path.toLowerCase())) continue;
    const why = wrongly(world, one, ends);
    if (why) faults.push(`${one.path} answered ${one.answer.code} ${one.answer.msg}: ${why}`);
  }
  return faults;
}

function wrongly(
  world: World,
  { token, from, until, untilMs, answer }: RecordedRequest,
  ends: ReadonlyMap<string, number>,
): string | null {
  const open = answer?.code !== NO_LOGIN;
  const login = world.recorder.login(token);
  if (login === null) return open && answer?.code !== AWAY ? 'nobody ever had that login' : null;
  const end =
    ends.get(createHash('sha256').update(bare(login.token)).digest('hex')) ?? Number.POSITIVE_INFINITY;
  if (open) return end < from && answer?.code !== AWAY ? 'that login had ended' : null;
  return end >= (until ?? Number.POSITIVE_INFINITY) && untilMs - login.fromMs < SURELY_LIVE_MS
    ? 'that login was live'
    : null;
}

/** Events of conversations that they were not in at that moment. */
function overheard(world: World, { name, person }: World['strangers'][number]): readonly string[] {
  const { book } = reviewOf(world);
  return [...(world.record.frames.get(name) ?? [])].flatMap((frame) => {
    const [stream = '', seq] = frame.split(' ');
    return book.mayHear(person.id, stream, Number(seq)) ? [] : [`${name} got ${frame}, and was not there`];
  });
}
