import { after } from '../after/after.ts';
import { acknowledgedChecker } from './acknowledged.ts';
import { boundsChecker } from './bounds.ts';
import { callsChecker } from './calls.ts';
import type { Checker } from './checker.ts';
import { contactsChecker } from './contacts.ts';
import { countingChecker } from './counting.ts';
import { dishonestChecker } from './dishonest.ts';
import { erasureChecker } from './erasure.ts';
import { freshChecker } from './fresh.ts';
import { intentionsChecker } from './intentions.ts';
import { leaksChecker } from './leaks.ts';
import { marksChecker } from './marks.ts';
import { oracleChecker } from './oracle.ts';
import { orderChecker } from './order.ts';
import { outboxChecker } from './outbox.ts';
import { plainChecker } from './plain.ts';
import { presenceChecker } from './presence.ts';
import { privacyChecker } from './privacy.ts';
import { rowsChecker } from './rows.ts';
import { speakingChecker } from './speaking.ts';
import { windowsChecker } from './windows.ts';

export const CHECKERS: readonly Checker[] = [
  acknowledgedChecker,
  orderChecker,
  contactsChecker,
  countingChecker,
  freshChecker,
  windowsChecker,
  presenceChecker,
  privacyChecker,
  speakingChecker,
  marksChecker,
  outboxChecker,
  callsChecker,
  boundsChecker,
  oracleChecker,
  dishonestChecker,
  plainChecker,
  intentionsChecker,
  rowsChecker,
  erasureChecker,
  after,
  leaksChecker,
];
