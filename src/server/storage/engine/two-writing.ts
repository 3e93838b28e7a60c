import type { Writing } from '../../../ports/store.ts';
import type { Places } from './two-places.ts';
import type { Rules } from './two-rules.ts';
import { groupWriting } from './two-writing-groups.ts';
import { messageWriting } from './two-writing-messages.ts';
import { streamWriting } from './two-writing-streams.ts';

/** Location of each write (TWO-1). */
export const writingRules = (places: Places): Rules<Writing> => ({
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
  blocked: 'first',
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
  meta: 'first',
  overview: 'first',
  ...groupWriting(places),
  ...messageWriting(places),
  ...streamWriting(places),
});
