import type { Role } from '../../../src/domain/contact.ts';
import { DEFAULT_GROUP_SETTING, type GroupSetting } from '../../../src/domain/group-fields.ts';
import * as permissions from '../../../src/domain/permissions.ts';
import { retentionDaysOf } from '../../../src/domain/retention.ts';
import * as oracle from './expected/access.ts';
import { differs, type Chance, type FactRule } from './fact-rule.ts';

const ROLES = [1, 2, 3, null] as const;
const SEATS: readonly Role[] = [1, 2, 3];
const NOW = 1_700_000_000;

const someSetting = (chance: Chance): GroupSetting => ({
  ...DEFAULT_GROUP_SETTING,
  nospeak: chance.pick([0, 1, 2] as const),
  slowSec: chance.pick([0, 10, 3_600]),
  invite: chance.happens(0.5),
  profile: chance.happens(0.5),
  pin: chance.happens(0.5),
  media: chance.happens(0.5),
});

const someSeat = (chance: Chance): permissions.AccessFacts => ({
  role: chance.pick(ROLES),
  setting: someSetting(chance),
  mutedUntilSec: chance.happens(0.5) ? 0 : NOW + chance.whole(-1, 1),
});

function groupFaults(chance: Chance): readonly string[] {
  const [seat, action] = [someSeat(chance), chance.pick(permissions.GROUP_ACTIONS)];
  const { role, setting, mutedUntilSec } = seat;
  const facts = [action, role, mutedUntilSec - NOW, setting];
  return [
    ...differs(facts, permissions.refusalFor(action, seat, NOW), oracle.whyNot(action, seat, NOW)),
    ...differs(['slow', ...facts], permissions.slowSecFor(seat), oracle.waitsSec(role, setting.slowSec)),
    ...differs(['silent', ...facts], permissions.isMuted(seat, NOW), mutedUntilSec > NOW),
    ...differs(['joins', ...facts], permissions.mayJoin(setting), setting.invite),
  ];
}

function peopleFaults(chance: Chance): readonly string[] {
  const [actor, target, role] = [chance.pick(ROLES), chance.pick(ROLES), chance.pick(SEATS)];
  const [runMode, diyName] = [chance.pick([1, 2] as const), chance.happens(0.5)];
  return [
    ...differs(
      ['over', actor, target],
      permissions.refusalOver(actor, target),
      oracle.whyNotOver(actor, target),
    ),
    ...differs(['other', role], permissions.otherRole(role), oracle.becomes(role)),
    // Only a closed organisation that gives the names keeps them.
    ...differs(['name', runMode], permissions.mayRename({ runMode, diyName }), !(runMode === 1 && !diyName)),
  ];
}

function recallFaults(chance: Chance): readonly string[] {
  const redoTimeSec = chance.pick([0, 1, 5, 8, 9, 120]);
  const ageSec = Math.max(0, redoTimeSec - chance.pick([-1, 0, 0.5, 1, 2.999, 3, 4, 7.999, 8, 8.001, 20]));
  const [mine, inGroup] = [chance.happens(0.6), chance.happens(0.5)];
  const words = { mine, inGroup, role: chance.pick(ROLES), ageSec, redoTimeSec };
  const waits = permissions.recallWaitMs(words);
  return [
    ...differs(['recall', words], permissions.mayRecall(words), oracle.takesBack(words)),
    ...differs(['undo', words], Math.round(waits), Math.round(oracle.waitsForUndoMs(words))),
  ];
}

/** A changed or missing former role counts as a different one. */
function sameFaults(chance: Chance): readonly string[] {
  const was = someSeat(chance);
  const now = {
    role: chance.happens(0.3) ? chance.pick(ROLES) : was.role,
    setting: chance.happens(0.3) ? { ...was.setting } : was.setting,
    mutedUntilSec: chance.happens(0.3) ? NOW + chance.whole(-1, 1) : was.mutedUntilSec,
  };
  const names = ['role', 'setting', 'mutedUntilSec'] as const;
  const isSame = names.filter((name) => was[name] !== now[name]).length === 0;
  const { sameAccess: isSameAccess } = permissions;
  const nobody = [isSameAccess(null, null), isSameAccess(was, null), isSameAccess(null, was)];
  return [
    ...differs(['same', was, now], isSameAccess(was, now), isSame),
    ...differs(['same', was], [isSameAccess(was, was), ...nobody], [true, true, false, false]),
  ];
}

function retentionFaults(chance: Chance): readonly string[] {
  const days = (): number => chance.pick([1, 2, 30, 3_650]);
  const [house, own] = [chance.happens(0.3) ? null : days(), chance.happens(0.3) ? 0 : days()];
  return differs(
    ['stand', house, own],
    retentionDaysOf({ house, own }),
    oracle.expectedRetentionDays(house, own),
  );
}

/** Permissions by role and setting, over whom and until when (ROLE-1 …, RECALL-1, RETAIN-1). */
export const accessRule: FactRule = {
  name: 'access',
  faults: (chance) => [
    ...differs('a new group', DEFAULT_GROUP_SETTING, oracle.SETTING_AT_FIRST),
    ...groupFaults(chance),
    ...peopleFaults(chance),
    ...recallFaults(chance),
    ...sameFaults(chance),
    ...retentionFaults(chance),
  ],
};
