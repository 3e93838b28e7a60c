import type { Migration } from './change-kinds.ts';
import { createTables } from './tables.ts';
import { createAudit } from './tables-audit.ts';
import { createWordBlocks } from './tables-blocks.ts';
import { addCleared } from './tables-cleared.ts';
import { createClearings } from './tables-clearings.ts';
import { createDoors, fillBarred } from './tables-doors.ts';
import { dropTrees } from './tables-fewer-trees.ts';
import { createBlocked } from './tables-blocked.ts';
import { addRev } from './tables-edits.ts';
import { createDissolvings } from './tables-dissolvings.ts';
import { createFigures } from './tables-figures.ts';
import { foldFileNames, foldWords } from './tables-folded.ts';
import { createFileTables } from './tables-files.ts';
import { createKept } from './tables-kept.ts';
import { addDigests } from './tables-digests.ts';
import { createErasedLogins, createErasures } from './tables-erasures.ts';
import { createGroupLines } from './tables-group-lines.ts';
import { addGroupSizes } from './tables-group-sizes.ts';
import { addInviteTerms } from './tables-invites.ts';
import { createLinks } from './tables-links.ts';
import { createLater } from './tables-later.ts';
import { createJournal } from './tables-journal.ts';
import { addMarkedFrom, addPutAway } from './tables-put-away.ts';
import { addElsewhere, addLogins, addProved } from './tables-logins.ts';
import { createMentionNotices } from './tables-mention-notices.ts';
import { createMentionsApart } from './tables-mentions-apart.ts';
import { createMessagePins } from './tables-message-pins.ts';
import { indexKinds } from './tables-kinds.ts';
import { createOpenIdTable } from './tables-openids.ts';
import { createPasskeyTables } from './tables-passkeys.ts';
import { createMomentFiles, indexAnswers } from './tables-moments.ts';
import { createPeopleTables } from './tables-people.ts';
import { createProfiles } from './tables-profiles.ts';
import { addAlerts } from './tables-alerts.ts';
import { addSpots } from './tables-spots.ts';
import { createReports } from './tables-reports.ts';
import { createReactions } from './tables-reactions.ts';
import { createPolls } from './tables-polls.ts';
import { createPushTables } from './tables-push.ts';
import { addRetention } from './tables-retention.ts';
import { createSecondSteps } from './tables-second-steps.ts';
import { createSeen } from './tables-seen.ts';
import { createShownPeople } from './tables-shown-people.ts';
import { fillSkeletons } from './tables-skeletons.ts';
import { createSpent } from './tables-spent.ts';
import { createUpkeep } from './tables-upkeep.ts';
import { createTalking } from './tables-talking.ts';
import { createThreads, fillThreads } from './tables-threads.ts';
import { addTold, createPrivacy } from './tables-privacy.ts';
import { createTimers } from './tables-timers.ts';
import { createTries } from './tables-tries.ts';
import { createUnworded } from './tables-words.ts';
import { createWordGroups } from './tables-word-groups.ts';

/**
 * Schema changes, in code, oldest first; each runs once, together with the record of its number. A published
 * one is never edited: append the next, of a kind (`change-kinds.ts`).
 */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, statements: createTables },
  { version: 2, statements: createPeopleTables },
  { version: 3, statements: createFileTables },
  { version: 4, statements: createMomentFiles },
  { version: 5, statements: createUpkeep },
  { version: 6, statements: createPushTables },
  { version: 7, statements: createUnworded },
  { version: 8, statements: createTalking },
  { version: 9, statements: createDoors, fill: fillBarred },
  { version: 10, statements: createTries },
  { version: 11, statements: createProfiles },
  { version: 12, statements: addSpots },
  { version: 13, statements: createSpent },
  { version: 14, statements: createSeen },
  { version: 15, statements: indexKinds },
  { version: 16, statements: createClearings },
  { version: 17, statements: createJournal },
  { version: 18, statements: createWordBlocks },
  { version: 20, statements: dropTrees },
  { version: 21, statements: createWordGroups },
  { version: 22, statements: addRev },
  { version: 23, statements: createMessagePins },
  { version: 24, statements: createReactions },
  { version: 25, statements: createPolls },
  { version: 27, statements: createThreads, fill: fillThreads },
  { version: 28, statements: createLater },
  { version: 29, statements: addPutAway },
  { version: 30, statements: createTimers },
  { version: 32, statements: createPrivacy },
  { version: 35, statements: addTold },
  { version: 36, statements: createKept },
  { version: 37, statements: addMarkedFrom },
  { version: 39, statements: createBlocked },
  { version: 42, statements: addLogins },
  { version: 44, statements: createLinks },
  { version: 45, statements: addAlerts },
  { version: 46, statements: createSecondSteps },
  { version: 47, statements: createReports },
  { version: 49, statements: createPasskeyTables },
  { version: 50, statements: addInviteTerms },
  { version: 51, statements: indexAnswers },
  { version: 53, statements: createGroupLines },
  { version: 55, statements: createAudit },
  { version: 56, statements: createOpenIdTable },
  { version: 57, statements: addGroupSizes },
  { version: 59, statements: addRetention },
  { version: 60, statements: createErasures },
  { version: 61, statements: addElsewhere },
  { version: 62, statements: createErasedLogins },
  { version: 63, statements: addCleared },
  { version: 64, statements: createFigures },
  { kind: 'instant', version: 65, keepsOlder: true, statements: createDissolvings },
  { ...foldFileNames, version: 66 },
  { ...foldWords, version: 67 },
  { kind: 'instant', version: 68, keepsOlder: true, statements: createMentionsApart },
  { kind: 'instant', version: 69, keepsOlder: true, statements: createMentionNotices },
  { kind: 'instant', version: 70, keepsOlder: true, statements: addProved },
  { ...fillSkeletons, version: 71 },
  { kind: 'instant', version: 72, keepsOlder: true, statements: createShownPeople },
  addDigests,
];

export const newestOf = (migrations: readonly Migration[]): number => migrations.at(-1)?.version ?? 0;
export const SCHEMA_VERSION = newestOf(MIGRATIONS);
