import type { LeavingAction } from './actions.ts';
import type { OracleChat, OracleLine, OraclePerson, Seat, Tie } from './state.ts';

interface Forgets {
  forget(person: number): void;
}

/** Data the oracle holds about users. */
interface House {
  readonly people: Map<number, OraclePerson>;
  readonly chats: ReadonlyMap<string, OracleChat>;
  readonly lines: ReadonlyMap<number, OracleLine>;
  readonly applications: ReadonlyMap<number, { readonly by: number; readonly to: number }>;
  readonly preferences: Forgets;
  readonly blocked: Forgets;
  readonly later: { forgetAll(person: number): void };
  ties(): Iterable<readonly [string, Tie]>;
  seat(person: number, chat: string): Seat | null;
}

/** The name all users see for an erased account. */
export const NOBODY = '已注销 Deleted account';

/** `refuse`: withdraws unanswered requests. */
export function leaves(oracle: House, action: LeavingAction, refuse: (application: number) => void): void {
  const id = action.do === 'forget' ? action.person : action.by;
  const person = oracle.people.get(id);
  if (!person) return;
  if (action.do === 'endAccount') {
    oracle.people.set(id, { ...person, away: true, leaving: action.words });
    return;
  }
  const { leaving = 'stay' } = person;
  oracle.people.set(id, { id, name: NOBODY, away: true, leaving });
  for (const [between, tie] of oracle.ties())
    if (between.split('>').includes(String(id))) Object.assign(tie, { remark: '' });
  for (const [application, one] of oracle.applications)
    if (one.by === id || one.to === id) refuse(application);
  for (const line of oracle.lines.values()) if (line.quotes?.by === id) line.quoted = NOBODY;
  oracle.preferences.forget(id);
  oracle.later.forgetAll(id);
  oracle.blocked.forget(id);
}

/** Changes that follow from ending an account, without a request for each. */
export function isErasedWithAccount(
  oracle: House,
  action: { readonly do: string; readonly by: unknown },
): boolean {
  const { leaving } = oracle.people.get(Number(action.by)) ?? {};
  if (leaving === undefined) return false;
  if (action.do === 'erase') {
    const line = oracle.lines.get((action as unknown as { readonly row: number }).row);
    return leaving === 'go' || line?.chat === `u${Number(action.by)}`;
  }
  return ['remove', 'handOver', 'silence', 'dissolve', 'withdraw', 'refuse'].includes(action.do);
}

/** Data that must be erased by the time a user is forgotten, and is not. */
export const notLeftBy = (oracle: House, id: number): readonly string[] => [
  ...[...oracle.lines.values()]
    .filter((line) => line.by === id && !line.isDeleted && !line.recalled && line.note === null)
    .filter(({ kind, chat }) => kind !== 'webrtc' && kind !== 'event' && mustGo(oracle, id, chat))
    .map(({ chat, n }) => `line ${n} of ${chat}`),
  ...[...oracle.chats.values()]
    .filter(({ name, group }) => group && oracle.seat(id, name))
    .map(({ name }) => `a seat in ${name}`),
];

const mustGo = (oracle: House, id: number, chat: string): boolean =>
  chat === `u${id}` || oracle.people.get(id)?.leaving === 'go';
