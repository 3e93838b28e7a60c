import type { Action } from './actions.ts';
import { editingOracle } from './editing.ts';
import { groupCallsOracle } from './group-calls.ts';
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
  groupCallsOracle,
] as const;

type All = (typeof SUBJECTS)[number];
type SubjectAction = Extract<Action, { do: KeysOf<All['effects']> }>;
type SubjectRequest = Extract<AskedAct, { kind: KeysOf<All['refusalFor']> }>;
/** All keys of a union of tables. */
type KeysOf<T> = T extends unknown ? keyof T : never;

type Does = (oracle: OracleCore, action: SubjectAction) => void;
type RequestFor = (action: SubjectAction, oracle: OracleCore) => AskedAct | null;
type RefusalFor = (oracle: OracleCore, me: number, request: SubjectRequest) => string | null;

const merged = <T>(part: 'effects' | 'request' | 'refusalFor'): ReadonlyMap<string, T> =>
  new Map(SUBJECTS.flatMap((one) => Object.entries(one[part]) as [string, T][]));
const DOES = merged<Does>('effects');
const REQUESTS = merged<RequestFor>('request');
const REFUSALS = merged<RefusalFor>('refusalFor');

export const isOfSubject = (action: Action): action is SubjectAction => DOES.has(action.do);
export const isRequestOfSubject = (request: AskedAct): request is SubjectRequest =>
  REFUSALS.has(request.kind);

export const applyToSubject: Does = (oracle, action) => DOES.get(action.do)?.(oracle, action);
/** The request that the action needs; null: none that can be refused. */
export const requestOfSubject: RequestFor = (action, oracle) =>
  REQUESTS.get(action.do)?.(action, oracle) ?? null;
export const refusalOfSubject: RefusalFor = (oracle, me, request) =>
  REFUSALS.get(request.kind)?.(oracle, me, request) ?? null;
