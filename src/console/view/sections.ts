import type { TextKey } from './context.ts';

/** A part of the console, and the commands that are at home there. */
export interface Section {
  readonly id:
    | 'overview'
    | 'people'
    | 'groups'
    | 'reports'
    | 'invitations'
    | 'notices'
    | 'discover'
    | 'emoji'
    | 'settings'
    | 'audit';
  /** The first of them are above the list, because they are the most common. */
  readonly commands: readonly string[];
  readonly first: number;
  /** Commands for one row, and the field that identifies it. */
  readonly rows?: { readonly field: string; readonly commands: readonly string[] };
}

/** Every command of `npm run admin` that needs no file of the host is in one of the sections (CONSOLE-1). */
export const SECTIONS: readonly Section[] = [
  { id: 'overview', commands: ['check'], first: 1 },
  {
    id: 'people',
    commands: ['user create', 'user list'],
    first: 1,
    rows: {
      field: 'account',
      commands: [
        'user password',
        'user sign-out',
        'user disable',
        'user enable',
        'user role',
        'user rename',
        'user keep-guest',
        'user release',
        'user totp-reset',
        'user passkeys-reset',
        'user openids-reset',
        'user export',
        'user erase',
      ],
    },
  },
  {
    id: 'groups',
    commands: ['group create', 'retention list'],
    first: 1,
    rows: { field: 'group', commands: ['retention set'] },
  },
  {
    id: 'reports',
    commands: ['reports list', 'reports show'],
    first: 0,
    rows: { field: 'number', commands: ['reports decide', 'reports save'] },
  },
  {
    id: 'invitations',
    commands: ['invite people', 'invite', 'invite list'],
    first: 2,
    rows: { field: 'code', commands: ['invite end'] },
  },
  {
    id: 'notices',
    commands: ['notice publish', 'notice list'],
    first: 1,
    rows: { field: 'number', commands: ['notice delete'] },
  },
  {
    id: 'discover',
    commands: ['discover add', 'discover list'],
    first: 1,
    rows: { field: 'number', commands: ['discover delete'] },
  },
  { id: 'emoji', commands: ['emoji list'], first: 0, rows: { field: 'name', commands: ['emoji delete'] } },
  {
    id: 'settings',
    commands: ['release set', 'settings show', 'ldap test', 'mail test', 'openid test'],
    first: 1,
    rows: { field: 'setting', commands: ['settings set'] },
  },
  { id: 'audit', commands: ['audit verify', 'audit export'], first: 2 },
];

/** Irreversible commands are shown in red. */
export const FOR_GOOD: readonly string[] = [
  'user erase',
  'user disable',
  'notice delete',
  'discover delete',
  'invite end',
  'emoji delete',
];

export const titleOf = ({ id }: Section): TextKey => id;
