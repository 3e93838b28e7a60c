import { fieldsOf } from './assert.ts';
import { USER_ROLE, GROUP_ROLE, type Role } from './contact.ts';
import { SPEAKERS, type GroupSetting } from './group-fields.ts';
import { chatLimits } from './limits.ts';
import { type RunMode, RUN_MODE } from './config.ts';

/**
 * The permissions in a group: one table for the server and every client (ROLE-1 …). A user without membership
 * has no role and therefore no permission.
 */
export const GROUP_ACTIONS = [
  'speak',
  'sendMedia',
  'invite',
  'letBack',
  'letIn',
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
  'pinMessage',
  'setTimer',
  'closePoll',
  'showQr',
  'openMember',
] as const;
export type GroupAction = (typeof GROUP_ACTIONS)[number];

export interface AccessFacts {
  readonly role: Role | null;
  readonly setting: GroupSetting;
  readonly mutedUntilSec: number;
}

export type GroupRefusal =
  | 'notMember'
  | 'noPermission'
  | 'mutedManagers'
  | 'mutedOwner'
  | 'mutedUntil'
  | 'ownerLeave';

/**
 * Actions of one member on another: mute (and unmute) and remove. The owner may do them to anyone else,
 * managers to members only (ROLE-9).
 */
export const OVER_ACTIONS = ['mute', 'remove'] as const;
export type OverAction = (typeof OVER_ACTIONS)[number];

/**
 * The authorised members: those of at least this role, or every member while the named setting is on.
 * `speech` and `notOwner` are explained below. This is the whole table (ROLE-1).
 */
type Rule =
  | { readonly role: Role; readonly orSetting?: 'invite' | 'profile' | 'pin' | 'media' }
  | 'speech'
  | 'notOwner'
  | 'lowerRole';

export const GROUP_TABLE: Readonly<Record<GroupAction | OverAction, Rule>> = {
  speak: 'speech',
  // Required in addition to `speak` for each message with a file (GROUP-22).
  sendMedia: { role: GROUP_ROLE.manager, orSetting: 'media' },
  invite: { role: GROUP_ROLE.manager, orSetting: 'invite' },
  // Readmitting a removed user (GROUP-16).
  letBack: { role: GROUP_ROLE.manager },
  // Links, and answers to join requests (GROUP-24, GROUP-25).
  letIn: { role: GROUP_ROLE.manager },
  showQr: { role: GROUP_ROLE.manager, orSetting: 'invite' },
  openMember: { role: GROUP_ROLE.manager, orSetting: 'profile' },
  rename: { role: GROUP_ROLE.manager },
  editNotice: { role: GROUP_ROLE.manager },
  editSetting: { role: GROUP_ROLE.manager },
  mentionAll: { role: GROUP_ROLE.manager },
  recallOthers: { role: GROUP_ROLE.manager },
  pinMessage: { role: GROUP_ROLE.manager, orSetting: 'pin' },
  setTimer: { role: GROUP_ROLE.manager },
  // Closing another member's poll.
  closePoll: { role: GROUP_ROLE.manager },
  setManager: { role: GROUP_ROLE.owner },
  transfer: { role: GROUP_ROLE.owner },
  dissolve: { role: GROUP_ROLE.owner },
  clear: { role: GROUP_ROLE.owner },
  leave: 'notOwner',
  mute: 'lowerRole',
  remove: 'lowerRole',
};

/** null = allowed. */
export function refusalFor(action: GroupAction, who: AccessFacts, nowSec: number): GroupRefusal | null {
  const { role, setting } = who;
  if (role === null) return 'notMember';
  const rule = GROUP_TABLE[action];
  if (rule === 'speech') return speech(who, nowSec);
  if (rule === 'notOwner') return role === GROUP_ROLE.owner ? 'ownerLeave' : null;
  if (rule === 'lowerRole') return 'noPermission';
  if (role <= rule.role) return null;
  return rule.orSetting !== undefined && setting[rule.orSetting] ? null : 'noPermission';
}

function speech({ role, setting, mutedUntilSec }: AccessFacts, nowSec: number): GroupRefusal | null {
  if (setting.nospeak === SPEAKERS.owner && role !== GROUP_ROLE.owner) return 'mutedOwner';
  if (setting.nospeak === SPEAKERS.managers && role === GROUP_ROLE.member) return 'mutedManagers';
  return mutedUntilSec > nowSec ? 'mutedUntil' : null;
}

/** The owner or a manager. */
export const hasManagerRole = (role: Role | null): boolean => role !== null && role <= GROUP_ROLE.manager;

/** Seconds that must pass between two messages of this user; managers do not wait (GROUP-26). */
export const slowSecFor = ({ role, setting }: Pick<AccessFacts, 'role' | 'setting'>): number =>
  hasManagerRole(role) ? 0 : setting.slowSec;

/** The rule `lowerRole` of the table, for both actions (ROLE-9). */
export function refusalOver(actor: Role | null, target: Role | null): GroupRefusal | null {
  if (actor === null || target === null) return 'notMember';
  if (actor === GROUP_ROLE.owner) return target === GROUP_ROLE.owner ? 'noPermission' : null;
  return actor === GROUP_ROLE.manager && target === GROUP_ROLE.member ? null : 'noPermission';
}

/** The role after making a member a manager, or the reverse; an owner stays one (ROLE-5). */
export function otherRole(role: Role): Exclude<Role, typeof GROUP_ROLE.owner> | null {
  if (role === GROUP_ROLE.owner) return null;
  return role === GROUP_ROLE.manager ? GROUP_ROLE.member : GROUP_ROLE.manager;
}

/** Silent now (ROLE-6). */
export const isMuted = ({ mutedUntilSec }: { readonly mutedUntilSec: number }, nowSec: number): boolean =>
  mutedUntilSec > nowSec;

/** Recall: the author within the window (0 = never), a lead of the group at any time (RECALL-1). */
export function mayRecall(message: RecallFacts): boolean {
  return recallsAnytime(message) || (message.mine && message.ageSec < message.redoTimeSec);
}

export interface RecallFacts {
  readonly mine: boolean;
  readonly inGroup: boolean;
  readonly role: Role | null;
  readonly ageSec: number;
  readonly redoTimeSec: number;
}

const recallsAnytime = ({ inGroup, role }: RecallFacts): boolean => inGroup && hasManagerRole(role);

/** Time during which a recall can be undone (RECALL-4): less if the window ends earlier. */
export const recallWaitMs = (message: RecallFacts): number =>
  recallsAnytime(message)
    ? chatLimits.recallUndoMs
    : Math.max(
        0,
        Math.min(
          chatLimits.recallUndoMs,
          (message.redoTimeSec - message.ageSec) * 1_000 - chatLimits.recallWayMs,
        ),
      );

/** In a closed organisation the administrators set names, unless users may rename themselves (CONF-8). */
export const mayRename = ({
  runMode,
  diyName,
}: {
  readonly runMode: RunMode;
  readonly diyName: boolean;
}): boolean => runMode === RUN_MODE.community || diyName;

/** Joining by a code: open to all users while members may invite (GROUP-12). */
export const mayJoin = (setting: GroupSetting): boolean => setting.invite;

/** Checks that all fields that decide permissions are equal. */
export const sameAccess = (a: AccessFacts | null, b: AccessFacts | null): boolean =>
  a === b || (a !== null && b !== null && ACCESS_FIELDS.every((field) => a[field] === b[field]));

const ACCESS_FIELDS = fieldsOf<AccessFacts>({ role: true, setting: true, mutedUntilSec: true });

type Self = { readonly role: number } | null;

/** The account that was registered first (START-3). */
export const isFirstAdministrator = (self: Self): boolean => self?.role === USER_ROLE.first;

/** May use the console (CONSOLE-2). */
export const isAdministrator = (self: Self): boolean => self !== null && self.role !== USER_ROLE.user;
