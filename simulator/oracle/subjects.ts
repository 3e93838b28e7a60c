import type { Action } from './actions.ts';
import { editingOracle } from './editing.ts';
import { laterOracle } from './later.ts';
import { linkingOracle } from './linking.ts';
import { pinningOracle } from './pinning.ts';
import { pollingOracle } from './polling.ts';
import { reactingOracle } from './reacting.ts';
import { removingOracle } from './removing.ts';
import type { AskedAct, OracleCore } from './subject.ts';
import { threadingOracle } from './threads.ts';
import { vanishingOracle } from './vanish.ts';

/** The subjects that the oracle knows, one row each. */
const SUBJECTS = [
  removingOracle,
  editingOracle,
  pinningOracle,
  reactingOracle,
  pollingOracle,
  threadingOracle,
  vanishingOracle,
  linkingOracle,
  laterOracle,
] as const;

type All = (typeof SUBJECTS)[number];
type SubjectAction = Extract<Action, { do: KeysOf<All['effects']> }>;
type SubjectWish = Extract<AskedAct, { kind: KeysOf<All['refusalFor']> }>;
/** All keys of a union of tables. */
type KeysOf<T> = T extends unknown ? keyof T : never;

type Does = (oracle: OracleCore, action: SubjectAction) => void;
type Wish = (action: SubjectAction, oracle: OracleCore) => AskedAct | null;
type RefusalFor = (oracle: OracleCore, me: number, wish: SubjectWish) => string | null;

const merged = <T>(part: 'effects' | 'wish' | 'refusalFor'): ReadonlyMap<string, T> =>
  new Map(SUBJECTS.flatMap((one) => Object.entries(one[part]) as [string, T][]));
const DOES = merged<Does>('effects');
const WISH = merged<Wish>('wish');
const REFUSALS = merged<RefusalFor>('refusalFor');

export const isOfSubject = (action: Action): action is SubjectAction => DOES.has(action.do);
export const isWishOfSubject = (wish: AskedAct): wish is SubjectWish => REFUSALS.has(wish.kind);

export const applyToSubject: Does = (oracle, action) => DOES.get(action.do)?.(oracle, action);
/** The request that the action needs; null: none that can be refused. */
export const wishOfSubject: Wish = (action, oracle) => WISH.get(action.do)?.(action, oracle) ?? null;
export const refusalOfSubject: RefusalFor = (oracle, me, wish) =>
  REFUSALS.get(wish.kind)?.(oracle, me, wish) ?? null;
