import { ACTS } from '../plan/step.ts';
import type { ActKind, StepKind, Subject } from '../plan/step.ts';
import { account } from './account.ts';
import { arranging } from './arranging.ts';
import { entrances } from './entrances.ts';
import { editing } from './editing.ts';
import { files } from './files.ts';
import { finding } from './finding.ts';
import { groupCalls } from './group-calls.ts';
import { guiding } from './guiding.ts';
import { later } from './later.ts';
import { leading } from './leading.ts';
import { leaving } from './leaving.ts';
import { linking } from './linking.ts';
import { mistakes } from './mistakes.ts';
import { moments } from './moments.ts';
import { pinning } from './pinning.ts';
import { polling } from './polling.ts';
import { programs } from './programs.ts';
import { push } from './push.ts';
import { reacting } from './reacting.ts';
import { rule } from './rule.ts';
import { safety } from './safety.ts';
import { threading } from './threading.ts';
import { time } from './time.ts';
import { typing } from './typing.ts';
import { vanishing } from './vanishing.ts';
import { EVERYDAY } from './reached.ts';
import type { Reached } from './reached.ts';
import type { ActContext, UserSubject } from './subject.ts';

/** The subjects that users act on, one row each. */
const SUBJECTS: { readonly [S in Subject]: UserSubject<S> } = {
  finding,
  editing,
  pinning,
  reacting,
  polling,
  threading,
  arranging,
  safety,
  later,
  vanishing,
  linking,
  typing,
  leading,
  guiding,
  entrances,
  files,
  moments,
  account,
  rule,
  time,
  push,
  leaving,
  groupCalls,
  mistakes,
  programs,
};

/** Every act of every subject, by name. */
export const SUBJECT_ACTS = Object.assign({}, ...Object.values(SUBJECTS).map(({ acts }) => acts)) as Readonly<
  Record<ActKind, (context: ActContext) => Promise<unknown> | void>
>;

/** Parts of the product that everyday actions and each subject reach. */
export const REACHED: readonly Reached[] = [
  EVERYDAY,
  ...Object.values(SUBJECTS).map(({ coverage }) => coverage),
];

const KINDS: ReadonlySet<string> = new Set(Object.values(ACTS).flat());
export const isAct = (kind: StepKind): kind is ActKind => KINDS.has(kind);
