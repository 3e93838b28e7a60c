import type { GroupSetting, Role } from './contact.ts';

/**
 * What is allowed in a group: one table for the server and every client (ROLE-1 …).
 * A person without membership has no role, and no role may do nothing.
 */
export const GROUP_ACTIONS = [
  'speak',
  'invite',
  'rename',
  'editNotice',
  'editSetting',
  'setManager',
  'transfer',
  'dissolve',
  'clear',
  'leave',
  'mentionAll',
  'recallOthers',
  'showQr',
  'openMember',
] as const;
export type GroupAction = (typeof GROUP_ACTIONS)[number];

export interface Standing {
  readonly role: Role | null;
  readonly setting: GroupSetting;
  readonly mutedUntilSec: number;
}

export type Refusal = 'notMember' | 'noPermission' | 'mutedManagers' | 'mutedOwner' | 'mutedUntil' | 'ownerLeave';

/** null = allowed. */
export function refuses(action: GroupAction, who: Standing, nowSec: number): Refusal | null {
  const { role, setting } = who;
  if (role === null) return 'notMember';
  const owner = role === 1;
  const lead = role <= 2;
  switch (action) {
    case 'speak':
      return speech(who, nowSec);
    case 'invite':
      return lead || setting.invite ? null : 'noPermission';
    case 'showQr':
      return lead || setting.invite ? null : 'noPermission';
    case 'openMember':
      return lead || setting.profile ? null : 'noPermission';
    case 'rename':
    case 'editNotice':
    case 'editSetting':
    case 'mentionAll':
    case 'recallOthers':
      return lead ? null : 'noPermission';
    case 'setManager':
    case 'transfer':
    case 'dissolve':
    case 'clear':
      return owner ? null : 'noPermission';
    case 'leave':
      return owner ? 'ownerLeave' : null;
  }
}

function speech({ role, setting, mutedUntilSec }: Standing, nowSec: number): Refusal | null {
  if (setting.nospeak === 2 && role !== 1) return 'mutedOwner';
  if (setting.nospeak === 1 && role === 3) return 'mutedManagers';
  return mutedUntilSec > nowSec ? 'mutedUntil' : null;
}

/** Removing, muting and lifting a mute: the owner anyone but himself, managers members only (ROLE-9). */
export function refusesOver(actor: Role | null, target: Role | null): Refusal | null {
  if (actor === null || target === null) return 'notMember';
  if (actor === 1) return target === 1 ? 'noPermission' : null;
  return actor === 2 && target === 3 ? null : 'noPermission';
}

/** Recall: the author within the window (0 = never), a lead of the group at any time (RECALL-1). */
export function mayRecall(message: {
  readonly mine: boolean;
  readonly inGroup: boolean;
  readonly role: Role | null;
  readonly ageSec: number;
  readonly redoTimeSec: number;
}): boolean {
  if (message.inGroup && message.role !== null && message.role <= 2) return true;
  return message.mine && message.ageSec < message.redoTimeSec;
}
