import type { Deed } from './deeds.ts';
import { editing } from './editing.ts';
import { later } from './later.ts';
import { linking } from './linking.ts';
import { pinning } from './pinning.ts';
import { polling } from './polling.ts';
import { reacting } from './reacting.ts';
import { removing } from './removing.ts';
import type { AskedAct, OracleCore } from './subject.ts';
import { threading } from './threads.ts';
import { vanishing } from './vanish.ts';

/** The subjects that the oracle knows, one row each. */
const SUBJECTS = { removing, editing, pinning, reacting, polling, threading, vanishing, linking, later };

type All = typeof SUBJECTS;
type SubjectDeed = Extract<Deed, { do: KeysOf<All[keyof All]['does']> }>;
type SubjectWish = Extract<AskedAct, { wants: KeysOf<All[keyof All]['refuses']> }>;
/** All keys of a union of tables. */
type KeysOf<T> = T extends unknown ? keyof T : never;

type Does = (oracle: OracleCore, deed: SubjectDeed) => void;
type Wish = (deed: SubjectDeed, oracle: OracleCore) => AskedAct | null;
type Refuses = (oracle: OracleCore, me: number, wish: SubjectWish) => string | null;

const merged = <T>(part: 'does' | 'wish' | 'refuses'): ReadonlyMap<string, T> =>
  new Map(Object.values(SUBJECTS).flatMap((one) => Object.entries(one[part]) as [string, T][]));
const DOES = merged<Does>('does');
const WISH = merged<Wish>('wish');
const REFUSES = merged<Refuses>('refuses');

export const isOfSubject = (deed: Deed): deed is SubjectDeed => DOES.has(deed.do);
export const isWishOfSubject = (wish: AskedAct): wish is SubjectWish => REFUSES.has(wish.wants);

export const doesOfSubject: Does = (oracle, deed) => DOES.get(deed.do)?.(oracle, deed);
/** The request that the action needs; null: none that can be refused. */
export const wishOfSubject: Wish = (deed, oracle) => WISH.get(deed.do)?.(deed, oracle) ?? null;
export const refusesOfSubject: Refuses = (oracle, me, wish) =>
  REFUSES.get(wish.wants)?.(oracle, me, wish) ?? null;
