import type { GlobalConfig } from '../../domain/config.ts';
import { isOwnPath } from '../../domain/own-path.ts';
import { joined, withFacts } from '../kernel/bilingual.ts';
import type { Bilingual } from '../kernel/bilingual.ts';
import { ANSWERS } from './answers.ts';

/** Parses a typed value; null if it is invalid for this kind. */
type Kind =
  | { readonly kind: 'text'; readonly max: number }
  /** A path on this server: its pages load pictures from nowhere else. */
  | { readonly kind: 'path'; readonly max: number }
  | { readonly kind: 'flag' }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'choice'; readonly of: readonly number[] }
  | { readonly kind: 'words' };

/** One field of the global configuration: its wire name, its place, and its effect. */
export interface ConfigField {
  readonly path: string;
  readonly at: readonly [keyof GlobalConfig, string] | readonly [keyof GlobalConfig];
  readonly takes: Kind;
  readonly help: string;
  /** The rule that describes its effect. */
  readonly rule: string;
  /** Hidden from clients. */
  readonly isUntold?: true;
}

const text = (max: number): Kind => ({ kind: 'text', max });
const flag: Kind = { kind: 'flag' };
const choice = (...of: readonly number[]): Kind => ({ kind: 'choice', of });
const number = (min: number, max: number): Kind => ({ kind: 'number', min, max });
const DAY_SEC = 86_400;

/** All fields an administrator sets one by one; the discover list has separate commands (CONF-2). */
export const CONFIG_FIELDS: readonly ConfigField[] = [
  {
    path: 'sysInfo.name',
    at: ['sysInfo', 'name'],
    takes: text(32),
    rule: 'CONF-1',
    help: 'name of the product',
  },
  {
    path: 'sysInfo.logo',
    at: ['sysInfo', 'logo'],
    takes: { kind: 'path', max: 400 },
    rule: 'CONF-24',
    help: 'path of the logo picture on this server, which begins with /; empty for the icon of the product',
  },
  {
    path: 'sysInfo.description',
    at: ['sysInfo', 'description'],
    takes: text(400),
    rule: 'CONF-1',
    help: 'a one-line description of this server',
  },
  {
    path: 'sysInfo.state',
    at: ['sysInfo', 'open'],
    takes: flag,
    rule: 'CONF-3',
    help: '0 closes the server to all users except administrators',
  },
  {
    path: 'sysInfo.closeTips',
    at: ['sysInfo', 'closeTips'],
    takes: text(400),
    rule: 'CONF-3',
    help: 'the text shown while the server is closed',
  },
  {
    path: 'sysInfo.regtype',
    at: ['sysInfo', 'regtype'],
    takes: choice(1, 2),
    rule: 'CONF-4',
    help: '1 open registration, 2 by invitation only',
  },
  {
    path: 'sysInfo.regauth',
    at: ['sysInfo', 'regauth'],
    takes: choice(0, 1, 2, 3),
    rule: 'CONF-5',
    help:
      'usernames are 0 free, 1 phone numbers, 2 email addresses, 3 either; above 0, a code is needed. ' +
      'Only users whose username is an email address can log in by a code after they forgot the password; ' +
      'others need an administrator',
  },
  {
    path: 'sysInfo.registerInterval',
    at: ['sysInfo', 'registerIntervalSec'],
    takes: number(0, DAY_SEC),
    rule: 'CONF-10',
    help: 'seconds between two registrations from one address',
  },
  {
    path: 'sysInfo.runMode',
    at: ['sysInfo', 'runMode'],
    takes: choice(1, 2),
    rule: 'CONF-6',
    help: '1 closed organisation: all users are contacts, 2 community of friends',
  },
  {
    path: 'sysInfo.ipregion',
    at: ['sysInfo', 'ipregion'],
    takes: flag,
    rule: 'CONF-7',
    help: '1 shows the location of users by IP address',
  },
  {
    path: 'sysInfo.multipleLogin',
    at: ['sysInfo', 'multipleLogin'],
    takes: flag,
    rule: 'CONF-9',
    help: '1 lets a user use several phones at once',
  },
  {
    path: 'sysInfo.diyName',
    at: ['sysInfo', 'diyName'],
    takes: flag,
    rule: 'CONF-8',
    help: '1 lets users change their nickname in a closed organisation',
  },
  {
    path: 'sysInfo.longPasswords',
    at: ['sysInfo', 'longPasswords'],
    takes: flag,
    rule: 'ACC-18',
    help: '1 requires new passwords of 8 to 128 characters instead of 6 to 16',
  },
  {
    path: 'sysInfo.welcomeGroup',
    at: ['sysInfo', 'welcomeGroup'],
    takes: number(0, 999_999_999),
    rule: 'FIRST-2',
    help: 'number of the group that new users join automatically, 0 for none',
    isUntold: true,
  },
  {
    path: 'sysInfo.directory',
    at: ['sysInfo', 'directory'],
    takes: flag,
    rule: 'DIR-1',
    help: '1 lets users find each other in a directory',
    isUntold: true,
  },
  {
    path: 'sysInfo.adminSecondStep',
    at: ['sysInfo', 'adminSecondStep'],
    takes: flag,
    rule: 'CONSOLE-10',
    help: '1 closes this console to administrators without two-step verification',
    isUntold: true,
  },
  {
    path: 'chatInfo.simpleChat',
    at: ['chatInfo', 'simpleChat'],
    takes: flag,
    rule: 'CONF-11',
    help: '1 allows one-to-one chats',
  },
  {
    path: 'chatInfo.groupChat',
    at: ['chatInfo', 'groupChat'],
    takes: flag,
    rule: 'CONF-12',
    help: '1 lets all users create groups',
  },
  {
    path: 'chatInfo.groupUserMax',
    at: ['chatInfo', 'groupUserMax'],
    takes: number(0, 100_000),
    rule: 'CONF-12',
    help: 'maximum number of members in a group, 0 for no limit',
  },
  {
    path: 'chatInfo.online',
    at: ['chatInfo', 'online'],
    takes: flag,
    rule: 'CONF-13',
    help: '1 shows who is online',
  },
  {
    path: 'chatInfo.webrtc',
    at: ['chatInfo', 'webrtc'],
    takes: flag,
    rule: 'CONF-14',
    help: '1 allows calls',
  },
  {
    path: 'chatInfo.stun',
    at: ['chatInfo', 'stun'],
    takes: text(400),
    rule: 'CALL-21',
    help: 'address of the relay for calls, as turn:host:port',
  },
  {
    path: 'chatInfo.stunUser',
    at: ['chatInfo', 'stunUser'],
    takes: text(200),
    rule: 'CALL-21',
    help: 'username for the relay',
  },
  {
    path: 'chatInfo.stunPass',
    at: ['chatInfo', 'stunPass'],
    takes: text(200),
    rule: 'CALL-21',
    help: 'password for the relay',
  },
  {
    path: 'chatInfo.sendInterval',
    at: ['chatInfo', 'sendIntervalSec'],
    takes: number(0, DAY_SEC),
    rule: 'CONF-15',
    help: 'seconds between two messages of a user',
  },
  {
    path: 'chatInfo.redoTime',
    at: ['chatInfo', 'redoTimeSec'],
    takes: number(0, 3_650 * DAY_SEC),
    rule: 'CONF-16',
    help: 'seconds in which a message can be unsent, 0 for never',
  },
  {
    path: 'chatInfo.editTime',
    at: ['chatInfo', 'editTimeSec'],
    takes: number(0, 3_650 * DAY_SEC),
    rule: 'CONF-21',
    help: 'seconds in which its author can edit a message, 0 for never',
  },
  {
    path: 'chatInfo.linkPreview',
    at: ['chatInfo', 'linkPreview'],
    takes: flag,
    rule: 'CONF-22',
    help: '1 lets the server fetch web pages for link previews, 0 for no previews',
  },
  {
    path: 'chatInfo.dbDelMsg',
    at: ['chatInfo', 'dbDelMsg'],
    takes: flag,
    rule: 'CONF-16',
    help: '1 lets authors delete messages for everyone',
  },
  {
    path: 'chatInfo.msgClearDay',
    at: ['chatInfo', 'msgClearDay'],
    takes: number(1, 3_650),
    rule: 'CONF-17',
    help: 'days after which a message is old',
  },
  {
    path: 'chatInfo.msgClear',
    at: ['chatInfo', 'msgClear'],
    takes: flag,
    rule: 'CONF-17',
    help: '1 deletes old messages every night; set chatInfo.msgClearDay first',
  },
  {
    path: 'fileUpload.size',
    at: ['fileUpload', 'sizeMb'],
    takes: number(1, 10_240),
    rule: 'UP-SRV-2',
    help: 'maximum file size in MB',
  },
  {
    path: 'fileUpload.avatarSize',
    at: ['fileUpload', 'avatarMb'],
    takes: number(1, 100),
    rule: 'UP-SRV-2',
    help: 'maximum size of a profile or group picture in MB',
  },
  {
    path: 'fileUpload.emojiSize',
    at: ['fileUpload', 'emojiMb'],
    takes: number(1, 100),
    rule: 'UP-SRV-2',
    help: 'maximum emoji size in MB',
  },
  {
    path: 'fileUpload.preview',
    at: ['fileUpload', 'preview'],
    takes: text(400),
    rule: 'UP-SRV-3',
    help: 'address of a page that shows files',
  },
  {
    path: 'fileUpload.fileExt',
    at: ['fileUpload', 'fileExt'],
    takes: { kind: 'words' },
    rule: 'UP-5',
    help: 'file types that can be sent, separated by commas; empty for all',
  },
  {
    path: 'compass.status',
    at: ['compass', 'status'],
    takes: flag,
    rule: 'CONF-18',
    help: '1 shows the discover page',
  },
  {
    path: 'compass.mode',
    at: ['compass', 'mode'],
    takes: choice(1, 2),
    rule: 'CONF-18',
    help: '1 as a list, 2 as a grid',
  },
  {
    path: 'demon_mode',
    at: ['demonMode'],
    takes: flag,
    rule: 'CONF-20',
    help: '1 is demo mode: no registration, and no change of username or password',
  },
];

const ON = new Set(['1', 'true', 'on', 'yes']);
const OFF = new Set(['0', 'false', 'off', 'no']);

/** The value as kept, or undefined when it is not one. */
export function valueOf({ takes }: ConfigField, given: string): unknown {
  const typed = given.trim();
  switch (takes.kind) {
    case 'text':
      return [...typed].length <= takes.max ? typed : undefined;
    case 'path':
      return typed === '' || (isOwnPath(typed) && !/\s/.test(typed) && typed.length <= takes.max)
        ? typed
        : undefined;
    case 'flag':
      return ON.has(typed.toLowerCase()) ? true : OFF.has(typed.toLowerCase()) ? false : undefined;
    case 'number': {
      const value = /^\d{1,12}$/.test(typed) ? Number(typed) : Number.NaN;
      return value >= takes.min && value <= takes.max ? value : undefined;
    }
    case 'choice':
      return takes.of.find((one) => String(one) === typed);
    case 'words':
      return typed === ''
        ? []
        : typed
            .split(',')
            .map((word) => word.trim().toLowerCase())
            .filter((word) => /^[a-z0-9]{1,10}$/.test(word));
  }
}

/** Describes the accepted values for the help. */
export function takesText({ takes }: ConfigField): Bilingual {
  switch (takes.kind) {
    case 'text':
      return ANSWERS.takesText;
    case 'path':
      return ANSWERS.takesPath;
    case 'flag':
      return ANSWERS.takesFlag;
    case 'number':
      return withFacts(ANSWERS.takesNumber, { min: takes.min, max: takes.max });
    case 'choice':
      return joined(takes.of, ANSWERS.comma);
    case 'words':
      return ANSWERS.takesWords;
  }
}

export function fieldOf(config: GlobalConfig, { at: [part, name] }: ConfigField): unknown {
  const found: unknown = config[part];
  return name === undefined ? found : (found as Readonly<Record<string, unknown>>)[name];
}

export function withField(
  config: GlobalConfig,
  { at: [part, name] }: ConfigField,
  value: unknown,
): GlobalConfig {
  if (name === undefined) return { ...config, [part]: value };
  return { ...config, [part]: { ...(config[part] as object), [name]: value } };
}
