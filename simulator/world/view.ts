import type { Contact, State } from '../../src/client/state/state.ts';
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

/** Lists already viewed, with their related facts: values that never change. */
const views = new WeakMap<
  State['contacts'],
  { readonly totals: State['totals']; readonly selfSeq: number; readonly view: View }
>();

/** The conversations and client state a user can see, without the internal form of figures. */
export function seenOf(state: State): View {
  const {
    contacts,
    totals,
    sync: { selfSeq },
  } = state;
  const cachedViews = views.get(contacts);
  if (cachedViews?.totals === totals && cachedViews.selfSeq === selfSeq) return cachedViews.view;
  const view = viewOf(state);
  views.set(contacts, { totals, selfSeq, view });
  return view;
}

function viewOf(state: State): View {
  const lines = new Map<string, string>();
  const order: string[] = [];
  // Marks of reactions and answers go to the devices present at the time (REACT-10, THREAD-7).
  for (const {
    counting,
    isOnline: _online,
    reacted: _told,
    answered: _heard,
    timers = [],
    extras,
    ...contact
  } of state.contacts) {
    const { seq, count, mark, mentionMark, hiddenTo, peerMark } = counting;
    order.push(contact.id);
    // Favourites are in the own stream, whose position is reported once, below; all in them is own content,
    // regardless of the mark.
    const own = contact.kind === 'favourites';
    // The name shown depends on how the viewer learned of the user.
    const { fromName: _name, ...last } = contact.last ?? { fromName: '' };
    const facts = {
      ...contact,
      // A status that ends by itself stays in the list until the next one; pages hide it.
      extras: lasting(extras),
      // Former timers are dropped if no message is left under them.
      days: daysNow(timers),
      last,
      groupCall: contact.groupCall ?? undefined,
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
 * The initial view of a login at this moment, on any device of this user; recomputed only after a row was
 * written.
 */
export async function freshView(world: World, user: UserId, self: NonNullable<State['self']>): Promise<View> {
  const core = world.nodes.find((one) => one.server !== null)?.server?.core;
  if (!core) throw new Error('no node runs');
  const [changes, config] = [world.store.changes(), core.config()];
  const { logins } = world.derived;
  const login = logins.get(user);
  if (login?.changes === changes && login.config === config) return login.view;
  const view = seenOf(await freshLogin({ ...core, store: world.store }, user, self));
  logins.set(user, { changes, config, view });
  return view;
}

/** The state of a login at this moment; null while no node runs. */
export async function freshState(
  world: World,
  user: UserId,
  self: NonNullable<State['self']>,
): Promise<State | null> {
  const core = world.nodes.find((one) => one.server !== null)?.server?.core;
  return core === undefined ? null : freshLogin({ ...core, store: world.store }, user, self);
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

function lasting(extras: Contact['extras']): Contact['extras'] {
  if (!extras?.status?.untilMs) return extras;
  const { status: _ended, ...rest } = extras;
  return Object.keys(rest).length === 0 ? undefined : rest;
}

/** Returns the same text for the same facts, in any order of their fields. */
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
