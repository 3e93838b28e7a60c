import { ACTS } from '../plan/step.ts';
import type { ActKind, StepKind } from '../plan/step.ts';
import { arrangingActs } from './arranging.ts';
import { accountActs } from './account.ts';
import type { ActContext } from './subject.ts';
import { entryActs } from './doors.ts';
import { editingActs } from './editing.ts';
import { fileActs } from './files.ts';
import { pollingActs } from './polling.ts';
import { linkingActs } from './linking.ts';
import { reactingActs } from './reacting.ts';
import { threadingActs } from './threading.ts';
import { searchActs } from './finding.ts';
import { laterActs } from './later.ts';
import { entranceActs } from './entrances.ts';
import { guidingActs } from './guiding.ts';
import { leavingActs } from './leaving.ts';
import { leadingActs } from './leading.ts';
import { mistakeActs } from './mistakes.ts';
import { momentActs } from './moments.ts';
import { pushActs } from './push.ts';
import { ruleActs } from './rule.ts';
import { pinningActs } from './pinning.ts';
import { vanishingActs } from './vanishing.ts';
import { typingActs } from './typing.ts';
import { safetyActs } from './safety.ts';
import { timeActs } from './time.ts';

/** Every act of every subject, by name. */
export const SUBJECT_ACTS: Readonly<Record<ActKind, (hand: ActContext) => Promise<unknown> | void>> = {
  ...searchActs,
  ...leadingActs,
  ...guidingActs,
  ...entranceActs,
  ...editingActs,
  ...pinningActs,
  ...vanishingActs,
  ...reactingActs,
  ...pollingActs,
  ...threadingActs,
  ...laterActs,
  ...arrangingActs,
  ...safetyActs,
  ...linkingActs,
  ...entryActs,
  ...fileActs,
  ...momentActs,
  ...accountActs,
  ...ruleActs,
  ...typingActs,
  ...timeActs,
  ...pushActs,
  ...leavingActs,
  ...mistakeActs,
};

const KINDS: ReadonlySet<string> = new Set(Object.values(ACTS).flat());
export const isAct = (kind: StepKind): kind is ActKind => KINDS.has(kind);
