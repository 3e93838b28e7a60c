import { ACTS } from '../step.ts';
import type { ActKind, StepKind } from '../step.ts';
import { account } from './account.ts';
import type { Hand } from './act.ts';
import { doors } from './doors.ts';
import { files } from './files.ts';
import { finding } from './finding.ts';
import { leading } from './leading.ts';
import { mistakes } from './mistakes.ts';
import { moments } from './moments.ts';
import { push } from './push.ts';
import { rule } from './rule.ts';
import { time } from './time.ts';

/** Every act of every subject, by name. */
export const SUBJECT_ACTS: Readonly<Record<ActKind, (hand: Hand) => Promise<unknown> | void>> = {
  ...finding,
  ...leading,
  ...doors,
  ...files,
  ...moments,
  ...account,
  ...rule,
  ...time,
  ...push,
  ...mistakes,
};

const KINDS: ReadonlySet<string> = new Set(Object.values(ACTS).flat());
export const isAct = (kind: StepKind): kind is ActKind => KINDS.has(kind);
