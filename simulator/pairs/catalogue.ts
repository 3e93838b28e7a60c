import { ACTS } from '../plan/step.ts';
import type { ActKind, StepKind, UserKind } from '../plan/step.ts';

type Kind = UserKind | ActKind;

/** Everyday actions by subject; the rarer ones have their subjects in `ACTS`. */
const EVERYDAY = {
  messages: [
    'write',
    'burst',
    'mention',
    'mentionAll',
    'quote',
    'recall',
    'delete',
    'forward',
    'discard',
    'retry',
    'together',
  ],
  chats: ['open', 'openAll', 'close', 'older', 'pin', 'quiet', 'hide', 'readMentions', 'refresh'],
  groups: [
    'makeGroup',
    'addMember',
    'removeMember',
    'leaveGroup',
    'dissolve',
    'rename',
    'setRole',
    'muteMember',
    'speaking',
  ],
  people: ['befriend', 'unfriend', 'remark'],
  calls: ['call', 'cross', 'callBusy', 'pickUp', 'turnDown', 'hangUp', 'vanish', 'closeCall'],
  pages: ['newTab', 'reconnect', 'reloadNicely', 'login'],
} as const satisfies Readonly<Record<string, readonly UserKind[]>>;

/** Subjects in no pair, with the reason. */
export const SUBJECTS_IN_NO_PAIR: Readonly<Record<string, string>> = {
  time: 'skips hours or days, which are in no order with anything',
  mistakes: 'refused requests leave every table unchanged; the sweep checks that (SIM-22)',
  rule: 'the operator changes the whole server; the sweep restores it afterwards',
  account: 'needs mail and other logins, which last longer than a pair',
  push: 'the push service exists only for nodes that start later',
  groupCalls: 'its devices, connections and keys need more time than a pair has',
  leaving: 'an erased account cannot be judged like a present one',
};

/** Single actions in no pair, with the reason. */
export const IN_NO_PAIR: Readonly<Partial<Record<StepKind, string>>> = {
  reload: 'is an event beside a pair',
  logout: 'is an event beside a pair',
  hidePage: 'is an event beside a pair',
  showPage: 'undoes an event',
  closeTab: 'is an event beside a pair',
  otherDevice: 'both devices of a scene are in use',
  flood: 'sends 550 messages',
  lie: 'belongs to the attacker',
  speak: 'belongs to the attacker',
  mingle: 'belongs to the attacker',
  plain: 'belongs to the base-protocol client',
  daysPass: 'skips days',
  roomEnds: 'fills the disk of the server',
  manyFiles: 'sends fifty files',
  foundLarge: 'founds a group of many members',
  voteLate: 'waits for a minute',
  decide: 'belongs to the operator',
  newUser: 'belongs to the operator',
  newcomer: 'creates an account',
  crowd: 'creates many accounts',
};

export const ACTIONS: Readonly<Record<string, readonly Kind[]>> = Object.fromEntries(
  Object.entries<readonly Kind[]>({ ...EVERYDAY, ...ACTS })
    .filter(([subject]) => !(subject in SUBJECTS_IN_NO_PAIR))
    .map(([subject, kinds]) => [subject, kinds.filter((kind) => !(kind in IN_NO_PAIR))]),
);
