interface Setting {
  readonly nospeak: number;
  readonly slowSec: number;
  readonly invite: boolean;
  readonly profile: boolean;
  readonly pin: boolean;
  readonly media: boolean;
}

/** Initially members invite, write and send files; the rest is reserved for managers. */
export const SETTING_AT_FIRST = {
  manage: false,
  invite: true,
  profile: false,
  history: false,
  pin: false,
  slowSec: 0,
  nospeak: 0,
  media: true,
  about: '',
  rules: '',
  timeZone: '',
  teams: '',
  openRoom: false,
} as const;

interface Seat {
  readonly role: number | null;
  readonly setting: Setting;
  readonly mutedUntilSec: number;
}

/** Permissions of owner, managers and members. A setting's name: members may while it is on. */
const MAY: Readonly<Record<string, readonly [owner: boolean, managers: boolean, members: boolean | string]>> =
  {
    sendMedia: [true, true, 'media'],
    invite: [true, true, 'invite'],
    showQr: [true, true, 'invite'],
    openMember: [true, true, 'profile'],
    pinMessage: [true, true, 'pin'],
    letBack: [true, true, false],
    letIn: [true, true, false],
    rename: [true, true, false],
    editNotice: [true, true, false],
    editSetting: [true, true, false],
    mentionAll: [true, true, false],
    recallOthers: [true, true, false],
    setTimer: [true, true, false],
    closePoll: [true, true, false],
    setManager: [true, false, false],
    transfer: [true, false, false],
    dissolve: [true, false, false],
    clear: [true, false, false],
  };

/** `speech` of the group: the roles that may write. */
const EVENTS = [
  [true, true, true],
  [true, true, false],
  [true, false, false],
] as const;

const isOn = (setting: Setting, name: string): boolean =>
  Object.entries(setting).some(([one, value]) => one === name && value === true);

export function whyNot(
  action: string,
  { role, setting, mutedUntilSec }: Seat,
  nowSec: number,
): string | null {
  if (role === null) return 'notMember';
  const column = role - 1;
  if (action === 'leave') return column === 0 ? 'ownerLeave' : null;
  if (action === 'speak') {
    if (!EVENTS[setting.nospeak]?.[column]) return setting.nospeak === 2 ? 'mutedOwner' : 'mutedManagers';
    return nowSec < mutedUntilSec ? 'mutedUntil' : null;
  }
  const may = MAY[action]?.[column] ?? false;
  return may === true || (may !== false && isOn(setting, may)) ? null : 'noPermission';
}

/** Role pairs that allow mutes and removals; no other target is below its actor. */
const OVER = new Set(['1 2', '1 3', '2 3']);

export function whyNotOver(actor: number | null, target: number | null): string | null {
  if (actor === null || target === null) return 'notMember';
  return OVER.has(`${actor} ${target}`) ? null : 'noPermission';
}

/** The role a manager and a member change to; an owner stays. */
export const becomes = (role: number): number | null => ({ 2: 3, 3: 2 })[role] ?? null;

export const waitsSec = (role: number | null, slowSec: number): number =>
  role === 1 || role === 2 ? 0 : slowSec;

interface OwnWords {
  readonly mine: boolean;
  readonly inGroup: boolean;
  readonly role: number | null;
  readonly ageSec: number;
  readonly redoTimeSec: number;
}

const leads = ({ inGroup, role }: OwnWords): boolean => inGroup && (role === 1 || role === 2);

export const takesBack = (words: OwnWords): boolean =>
  leads(words) || (words.mine && words.redoTimeSec - words.ageSec > 0);

/** Five seconds, and three of the window are left for the way. */
export function waitsForUndoMs(words: OwnWords): number {
  const left = leads(words) ? Infinity : 1_000 * words.redoTimeSec - 1_000 * words.ageSec - 3_000;
  return left > 5_000 ? 5_000 : left > 0 ? left : 0;
}

/** Lifetime of messages in days: the smaller of the server's and the group's; null: permanent. */
export function expectedRetentionDays(house: number | null, own: number): number | null {
  const days = [house, own === 0 ? null : own].filter((one) => one !== null);
  return days.length === 0 ? null : Math.min(...days);
}
