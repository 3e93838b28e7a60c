import type { ReadTx } from '../../../ports/store.ts';
import type { Places } from './two-places.ts';
import { groupReading } from './two-reading-groups.ts';
import { messageReading } from './two-reading-messages.ts';
import { peopleReading } from './two-reading-people.ts';
import { streamReading } from './two-reading-streams.ts';
import { wholeReading } from './two-reading-whole.ts';
import type { Rules } from './two-rules.ts';

/** How each reading is answered from two databases (TWO-1). */
export const readingRules = (places: Places): Rules<ReadTx> => ({
  users: 'first',
  profiles: 'first',
  tokens: 'first',
  invites: 'first',
  letIn: 'first',
  codes: 'first',
  secondSteps: 'first',
  openIds: 'first',
  passkeys: 'first',
  spent: 'first',
  config: 'first',
  friends: 'first',
  reports: 'first',
  audit: 'first',
  later: 'first',
  kept: 'first',
  notices: 'first',
  sends: 'first',
  ledger: 'first',
  ops: 'first',
  calls: 'first',
  emoji: 'first',
  moments: 'first',
  push: 'first',
  ...peopleReading(places),
  ...groupReading(places),
  ...streamReading(places),
  ...messageReading(places),
  ...wholeReading(places),
});
