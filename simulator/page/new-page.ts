import { EMPTY } from '../../src/client/state/empty.ts';
import type { LocalEvent } from '../../src/client/state/local-event.ts';
import { reduce } from '../../src/client/state/reduce.ts';
import type { State } from '../../src/client/state/state.ts';
import type { UserId } from '../../src/domain/ids.ts';
import { contactsAnswer } from '../../src/server/features/sync/contacts-answer.ts';
import { decodeContactsPlace } from '../../src/wire/answers/contacts.ts';
import { decodeContactRows } from '../../src/wire/down/contact.ts';
import { preferenceOf } from '../../src/wire/kept.ts';
import type { World } from '../world/world-type.ts';

/** The state of a page that opens now: the list, its registers, and preferences. Null while no node runs. */
export async function newPage(world: World, user: UserId, at: State): Promise<State | null> {
  const running = world.nodes.find(({ server }) => server !== null)?.server?.core;
  if (running === undefined) return null;
  const core = { ...running, store: world.store };
  const answer = JSON.parse(JSON.stringify(await contactsAnswer(core, user))) as {
    readonly rows: unknown;
    readonly count: number;
  };
  const preferences = await world.store.read((tx) => tx.preferences.of(user));
  const { contacts } = decodeContactRows(answer.rows);
  const events: readonly LocalEvent[] = [
    { type: 'contactsLoaded', contacts, ...decodeContactsPlace(answer), applications: answer.count },
    {
      type: 'keptLoaded',
      list: preferences.flatMap(({ name, value }) => preferenceOf(name, JSON.parse(value)) ?? []),
    },
    { type: 'profilesLoaded', profiles: decodeContactsPlace(answer).profiles },
  ];
  // The configuration has its own checker.
  return events.reduce((state, event) => reduce(state, { kind: 'local', event }).state, {
    ...EMPTY,
    self: at.self,
    config: at.config,
  });
}
