import type { Store } from '../../src/ports/store.ts';
import { openPostgres } from '../../src/server/storage/engine/open-postgres.ts';
import { startPostgres } from '../support/postgres.ts';
import { testStore } from '../support/test-store.ts';
import { startWorld, type Person, type World } from '../support/world.ts';
import { median } from './server/contender.ts';

/** Compares combined messages with messages in separate transactions, in the same run (COMMIT-12). */
const MUST = 2;
const [ROUNDS, MESSAGES, AT_ONCE, PAIRS] = [5, 600, 64, 8];

interface Site {
  readonly name: string;
  readonly world: World;
  readonly people: readonly Person[];
  readonly rates: number[];
}

/** Hides the batch from the engine, so each message is a command like any other. */
const apart = (store: Store): Store => ({
  unordered: true,
  write: (work) => store.write(work),
  read: (work) => store.read(work),
  epoch: () => store.epoch(),
  close: () => store.close(),
});

async function siteOf(name: string, url: string, as: (store: Store) => Store): Promise<Site> {
  testStore.open = async (ports) => as(await openPostgres({ ...ports, url }));
  const world = await startWorld();
  const people: Person[] = [];
  for (let at = 0; at < PAIRS * 2; at += 1) people.push(await world.person(`person${at}`));
  for (let at = 0; at < people.length; at += 2)
    await world.befriend(people[at] as Person, people[at + 1] as Person);
  return { name, world, people, rates: [] };
}

let ids = 0;
async function say({ world, people }: Site): Promise<void> {
  const at = (ids += 1) % people.length;
  const [from, to] = [people[at] as Person, people[at % 2 === 0 ? at + 1 : at - 1] as Person];
  await world.call(from, '/enterprise/im/sendMessage', {
    id: `bench-${ids}`,
    toContactId: String(to.id),
    type: 'text',
    content: 'see you at ten',
    at: [],
  });
}

async function crowd(site: Site): Promise<void> {
  const begun = performance.now();
  let left = MESSAGES;
  const one = async () => {
    while (left > 0) {
      left -= 1;
      await say(site);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  site.rates.push((MESSAGES * 1_000) / (performance.now() - begun));
}

export async function run(): Promise<readonly string[]> {
  const postgres = await startPostgres({ keeps: true });
  try {
    const together = await siteOf('together', await postgres.place(), (store) => store);
    const each = await siteOf('each by itself', await postgres.place(), apart);
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const site of round % 2 === 0 ? [together, each] : [each, together]) await crowd(site);
    // The first round only prepares.
    for (const { rates } of [together, each]) rates.shift();
    for (const { name, rates } of [together, each])
      console.log(`  ${name}: ${median(rates).toFixed(0)} messages a second`);
    const ratio = median(together.rates) / median(each.rates);
    console.log(`  together / each by itself: ${ratio.toFixed(1)}`);
    await Promise.all([together, each].map(({ world }) => world.close()));
    return ratio < MUST ? [`messages that come together, ${ratio.toFixed(1)} × instead of ${MUST} ×`] : [];
  } finally {
    await postgres.stop();
  }
}
