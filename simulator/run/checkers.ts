import { acknowledgedChecker } from '../checkers/acknowledged.ts';
import { alertsChecker, pushesChecker } from '../checkers/alerts.ts';
import { auditChecker } from '../checkers/audit.ts';
import {
  boundsChecker,
  contactsChecker,
  outboxChecker,
  typingChecker,
  windowsChecker,
} from '../checkers/tabs.ts';
import { callsChecker } from '../checkers/calls.ts';
import { groupCallsChecker } from '../checkers/group-calls.ts';
import type { Checker } from '../checkers/checker.ts';
import { countingChecker, marksChecker } from '../checkers/counting.ts';
import { dishonestChecker } from '../checkers/dishonest.ts';
import { erasureChecker } from '../checkers/erasure.ts';
import { freshChecker, presenceChecker } from '../checkers/settled.ts';
import { departureChecker } from '../checkers/gone.ts';
import { intentionsChecker } from '../checkers/intentions.ts';
import { preferenceChecker } from '../checkers/kept.ts';
import { laterChecker } from '../checkers/later.ts';
import { leaksChecker } from '../checkers/leaks.ts';
import { oracleChecker } from '../checkers/oracle.ts';
import { orderChecker } from '../checkers/order.ts';
import { plainChecker } from '../checkers/plain.ts';
import { pageChecker } from '../checkers/page.ts';
import { botsChecker, outgoingChecker } from '../checkers/programs.ts';
import { privacyChecker, speakingChecker } from '../checkers/privacy.ts';
import { reloadsChecker } from '../checkers/reloads.ts';
import { reportsChecker } from '../checkers/reports.ts';
import { momentsChecker } from '../checkers/moments.ts';
import { retentionChecker, vanishChecker } from '../checkers/vanish.ts';
import { rowsChecker } from '../checkers/rows.ts';

export const CHECKERS: readonly Checker[] = [
  acknowledgedChecker,
  orderChecker,
  contactsChecker,
  countingChecker,
  freshChecker,
  windowsChecker,
  presenceChecker,
  typingChecker,
  alertsChecker,
  pushesChecker,
  privacyChecker,
  speakingChecker,
  marksChecker,
  outboxChecker,
  callsChecker,
  groupCallsChecker,
  boundsChecker,
  oracleChecker,
  dishonestChecker,
  plainChecker,
  intentionsChecker,
  rowsChecker,
  laterChecker,
  vanishChecker,
  retentionChecker,
  preferenceChecker,
  pageChecker,
  reportsChecker,
  momentsChecker,
  auditChecker,
  botsChecker,
  outgoingChecker,
  erasureChecker,
  departureChecker,
  reloadsChecker,
  leaksChecker,
];
