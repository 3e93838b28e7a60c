import type { State } from '../../src/client/state/state.ts';
import { EMPTY } from '../../src/client/state/empty.ts';
import { reduce } from '../../src/client/state/reduce.ts';
import { totalsOf } from '../../src/client/state/totals.ts';
import type { UserId } from '../../src/domain/ids.ts';
import { daysNow } from '../../src/domain/vanish.ts';
import type { Core } from '../../src/server/kernel/core.ts';
import { contactsAnswer } from '../../src/server/features/sync/contacts-answer.ts';
import { decodeContactRows } from '../../src/wire/down/contact.ts';
import type { World } from './world-type.ts';

type View = ReadonlyMap<string, string>;

/** Lists that were looked at, with what else is told of them: values that never change. */
const views = new WeakMap<
  State['contacts'],
  { readonly totals: State['totals']; readonly selfSeq: number; readonly view: View }
>();

/** What a person can see of the conversations and where the client stands; not how figures are kept. */
export function seenOf(state: State): View {
  const {
    contacts,
    totals,
    sync: { selfSeq },
  } = state;
  const known = views.get(contacts);
  if (known?.totals === totals && known.selfSeq === selfSeq) return known.view;
  const view = viewOf(state);
  views.set(contacts, { totals, selfSeq, view });
  return view;
}

function viewOf(state: State): View {
  const lines = new Map<string, string>();
  const order: string[] = [];
  // What was reacted to, or answered, is told to the devices that were there (REACT-10, THREAD-7).
  for (const {
    counting,
    isOnline: _online,
    reacted: _told,
    answered: _heard,
    timers = [],
    ...contact
  } of state.contacts) {
    const { seq, count, mark, mentionMark, hiddenTo, peerMark } = counting;
    order.push(contact.id);
    // Favourites lie in the own stream, whose position is told once, below; all in them is one's own,
    // whatever the mark.
    const own = contact.kind === 'favourites';
    // Who is told in which name differs by how one came to know of it.
    const { fromName: _name, ...last } = contact.last ?? { fromName: '' };
    const facts = {
      ...contact,
      // Those of before are dropped where nothing stands under them any more.
      days: daysNow(timers),
      last,
      seq: own ? 0 : seq,
      count,
      mark: own ? 0 : mark,
      mentionMark,
      hiddenTo,
      peerMark,
    };
    for (const [key, value] of Object.entries(facts))
      if (value !== undefined) lines.set(`${contact.id} ${key}`, canonical(value));
  }
  lines.set('(order)', order.join(' '));
  lines.set('(totals)', JSON.stringify({ ...state.totals }));
  lines.set('(own stream)', String(state.sync.selfSeq));
  return lines;
}

/**
 * By person, with what it hangs on: the number of rows that had been written by then, and the rules that the
 * node went by.
 */
type Logins = Map<UserId, { readonly changes: number; readonly config: unknown; readonly view: View }>;
const logins = new WeakMap<World, Logins>();

/**
 * What a login of this moment would begin with, on any device of this person; asked again only where a row
 * was written since.
 */
export async function freshView(world: World, user: UserId, self: NonNullable<State['self']>): Promise<View> {
  const core = world.nodes.find((one) => one.server !== null)?.server?.core;
  if (!core) throw new Error('no node runs');
  const [changes, config] = [world.store.changes(), core.config()];
  const mine: Logins = logins.get(world) ?? new Map();
  logins.set(world, mine);
  const known = mine.get(user);
  if (known?.changes === changes && known.config === config) return known.view;
  const view = seenOf(await freshLogin({ ...core, store: world.store }, user, self));
  mine.set(user, { changes, config, view });
  return view;
}

async function freshLogin(core: Core, user: UserId, self: NonNullable<State['self']>): Promise<State> {
  const answer = await contactsAnswer(core, user);
  const { contacts, errors } = decodeContactRows(JSON.parse(JSON.stringify(answer.rows)) as unknown);
  if (errors.length > 0) throw new Error(`contact rows: ${JSON.stringify(errors)}`);
  const { epoch, cursor, seq, count } = answer;
  return reduce(
    { ...EMPTY, self },
    {
      kind: 'local',
      event: { type: 'contactsLoaded', contacts, epoch, cursor, selfSeq: seq, applications: count },
    },
  ).state;
}

/** The same facts give the same text, in whatever order they were put together. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  return `{${Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => `${key}:${canonical(one)}`)
    .join(', ')}}`;
}

/** How two views differ, in words; empty when they are the same. */
export function differences(mine: View, fresh: View): readonly string[] {
  const names = new Set([...mine.keys(), ...fresh.keys()]);
  return [...names]
    .filter((name) => mine.get(name) !== fresh.get(name))
    .map(
      (name) => `${name}: has ${mine.get(name) ?? 'nothing'}, a fresh login ${fresh.get(name) ?? 'nothing'}`,
    );
}

export const recount = (state: State): string =>
  JSON.stringify(totalsOf(state.contacts, state.totals.system));
