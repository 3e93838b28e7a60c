import { acknowledgedChecker } from '../checkers/acknowledged.ts';
import { auditChecker } from '../checkers/audit.ts';
import { boundsChecker } from '../checkers/bounds.ts';
import { callsChecker } from '../checkers/calls.ts';
import type { Checker } from '../checkers/checker.ts';
import { contactsChecker } from '../checkers/contacts.ts';
import { countingChecker } from '../checkers/counting.ts';
import { dishonestChecker } from '../checkers/dishonest.ts';
import { erasureChecker } from '../checkers/erasure.ts';
import { freshChecker } from '../checkers/fresh.ts';
import { goneChecker } from '../checkers/gone.ts';
import { intentionsChecker } from '../checkers/intentions.ts';
import { keptChecker } from '../checkers/kept.ts';
import { laterChecker } from '../checkers/later.ts';
import { leaksChecker } from '../checkers/leaks.ts';
import { marksChecker } from '../checkers/marks.ts';
import { oracleChecker } from '../checkers/oracle.ts';
import { orderChecker } from '../checkers/order.ts';
import { outboxChecker } from '../checkers/outbox.ts';
import { plainChecker } from '../checkers/plain.ts';
import { presenceChecker } from '../checkers/presence.ts';
import { privacyChecker } from '../checkers/privacy.ts';
import { reloadsChecker } from '../checkers/reloads.ts';
import { reportsChecker } from '../checkers/reports.ts';
import { momentsChecker } from '../checkers/moments.ts';
import { retentionChecker } from '../checkers/retention.ts';
import { rowsChecker } from '../checkers/rows.ts';
import { speakingChecker } from '../checkers/speaking.ts';
import { vanishChecker } from '../checkers/vanish.ts';
import { typingChecker } from '../checkers/typing.ts';
import { windowsChecker } from '../checkers/windows.ts';

export const CHECKERS: readonly Checker[] = [
  acknowledgedChecker,
  orderChecker,
  contactsChecker,
  countingChecker,
  freshChecker,
  windowsChecker,
  presenceChecker,
  typingChecker,
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
  laterChecker,
  vanishChecker,
  retentionChecker,
  keptChecker,
  reportsChecker,
  momentsChecker,
  auditChecker,
  erasureChecker,
  goneChecker,
  reloadsChecker,
  leaksChecker,
];
