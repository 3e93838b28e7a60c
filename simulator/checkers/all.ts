import { after } from '../after/after.ts';
import { acknowledged } from './acknowledged.ts';
import { bounds } from './bounds.ts';
import { calls } from './calls.ts';
import type { Checker } from './checker.ts';
import { contacts } from './contacts.ts';
import { counting } from './counting.ts';
import { dishonest } from './dishonest.ts';
import { erasure } from './erasure.ts';
import { fresh } from './fresh.ts';
import { intentions } from './intentions.ts';
import { leaks } from './leaks.ts';
import { marks } from './marks.ts';
import { oracle } from './oracle.ts';
import { order } from './order.ts';
import { outbox } from './outbox.ts';
import { plain } from './plain.ts';
import { presence } from './presence.ts';
import { privacy } from './privacy.ts';
import { rows } from './rows.ts';
import { speaking } from './speaking.ts';
import { windows } from './windows.ts';

export const CHECKERS: readonly Checker[] = [
  acknowledged, order, contacts, counting, fresh, windows, presence, privacy, speaking, marks, outbox, calls, bounds, oracle, dishonest, plain, intentions, rows, erasure,
  after, leaks,
];
