import { join } from 'node:path';
import { DEFAULT_CONFIG } from '../../src/domain/config.ts';
import { silentLog } from '../../src/ports/log.ts';
import { createServer, type ParleyServer } from '../../src/server/app.ts';
import { systemClock, systemIds, systemRandom } from '../../src/server/platform/system-adapter.ts';
import { createLocalBus } from '../../src/server/cluster/local-bus.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { fakeSocket } from '../support/fake-socket.ts';
import { plainPasswords } from '../support/plain-passwords.ts';
import { processorMs } from '../support/turn-meter.ts';
import { load, median } from './server/contender.ts';
import { personAt, siteFolder } from './server/people.ts';

/**
 * The first message between two of a closed organisation makes their conversation: against an ordinary one,
 * in CPU of the loop.
 */
const MUST_TIMES = 3;
const PEOPLE = Number(process.env['FIRST_PEOPLE'] ?? 200);
const ROUNDS = 7;
const PAIRS = 150;

let ids = 0;

async function send(server: ParleyServer, from: number, to: number): Promise<void> {
  const body = JSON.stringify({
    id: `first-${(ids += 1)}`,
    toContactId: String(to),
    type: 'text',
    content: `What was said number ${ids}, about as long as such things are`,
    at: [],
  });
  const headers = { 'content-type': 'application/json', authorization: `bearer ${personAt(from).token}` };
  const answer = await server.fetch(
    new Request('http://parley.test/enterprise/im/sendMessage', { method: 'POST', headers, body }),
    { address: '10.0.0.1', userAgent: '' },
  );
  const { code, msg } = (await answer.json()) as { readonly code: number; readonly msg: string };
  if (code !== 0) throw new Error(msg);
  await server.gateway.idle();
}

/** Pairs without messages, each used once. The distance between the two users depends on the round. */
const pairsOf = (round: number): readonly (readonly [number, number])[] =>
  Array.from({ length: PAIRS }, (_, at) => [at + 1, ((at + 2 * round + 2) % PEOPLE) + 1] as const);

export async function run(): Promise<readonly string[]> {
  const folder = await siteFolder({ people: PEOPLE, groupMembers: 0 });
  const ports = { clock: systemClock, ids: systemIds, log: silentLog };
  const store = await openStore({ ...ports, path: join(folder, 'parley.db') });
  await store.write((tx) =>
    tx.config.set({ ...DEFAULT_CONFIG, sysInfo: { ...DEFAULT_CONFIG.sysInfo, runMode: 1 } }),
  );
  const server = await createServer(
    { ...ports, store, random: systemRandom, passwords: plainPasswords, bus: createLocalBus(), assets: null },
    { registration: 'open', wireTime: 's' },
  );
  const sockets = Array.from({ length: PEOPLE }, (_, at) => {
    const socket = fakeSocket(server.gateway, `10.0.0.${at % 200}`);
    socket.say({ type: 'bindUid', user_id: at + 1, token: personAt(at + 1).token, client: 'parley', v: 1 });
    return socket;
  });
  while (sockets.some((socket) => !socket.types().includes('pong'))) await new Promise(setImmediate);
  const cost = async (pairs: readonly (readonly [number, number])[]): Promise<number> => {
    const from = processorMs();
    for (const [one, other] of pairs) await send(server, one, other);
    const took = ((processorMs() - from) * 1_000) / pairs.length;
    for (const socket of sockets) socket.frames.splice(0);
    return took;
  };
  await cost(pairsOf(0));
  for (let warm = 0; warm < 4; warm += 1) await cost(pairsOf(0));
  const [first, ordinary]: [number[], number[]] = [[], []];
  for (let round = 1; round <= ROUNDS; round += 1) {
    ordinary.push(await cost(pairsOf(round - 1)));
    first.push(await cost(pairsOf(round)));
  }
  await server.close();
  const times = median(first.map((one, at) => one / (ordinary[at] ?? 1)));
  const line = `first message of two in a company of ${PEOPLE}: ${median(first).toFixed(0)} µs against ${median(ordinary).toFixed(0)} for an ordinary one, ${times.toFixed(2)} times (must ${MUST_TIMES})`;
  console.log(`  ${times <= MUST_TIMES ? '' : 'NOT MET  '}${line}; load ${load()}`);
  return times <= MUST_TIMES ? [] : [line];
}
