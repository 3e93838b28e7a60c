import { USER_ROLE } from './contact.ts';

/** A closed organisation or a community of friends, as the wire numbers them (CONF-6a). */
export const RUN_MODE = { closed: 1, community: 2 } as const;
export type RunMode = (typeof RUN_MODE)[keyof typeof RUN_MODE];
export const isCommunity = ({ sysInfo }: { readonly sysInfo: { readonly runMode: RunMode } }): boolean =>
  sysInfo.runMode === RUN_MODE.community;
/**
 * Global configuration (CONF-1 …): what every client gets from the system-info call. Flags are booleans
 * inside.
 */
export interface GlobalConfig {
  readonly sysInfo: {
    readonly name: string;
    readonly logo: string;
    readonly description: string;
    readonly open: boolean;
    readonly closeTips: string;
    /** 1 open registration, 2 by invitation only. */
    readonly regtype: 1 | 2;
    /**
     * True if an administrator chose it; else the start option applies (START-3). Stored only, never sent.
     */
    readonly regtypeChosen?: boolean;
    /** 0 free account, 1 phone, 2 e-mail, 3 either; above 0 a code is required. */
    readonly regauth: 0 | 1 | 2 | 3;
    readonly registerIntervalSec: number;
    readonly runMode: RunMode;
    readonly ipregion: boolean;
    readonly multipleLogin: boolean;
    readonly diyName: boolean;
    /** New passwords have 8 to 128 characters instead of 6 to 16 (ACC-18). */
    readonly longPasswords: boolean;
    /** The group that every new user joins (FIRST-2); absent or 0: no group. Stored only, never sent. */
    readonly welcomeGroup?: number;
    /** Users find each other by name (DIR-1); off if absent. Stored only, never sent. */
    readonly directory?: boolean;
    /** Programs use the Model Context Protocol (BOT-12); off if absent. Stored only, never sent. */
    readonly mcp?: boolean;
    /** Links of groups may admit guests (GUEST-1); off if absent. Users only. */
    readonly guests?: boolean;
    /** Users may get mails about unread messages (DIGEST-1); off if absent. Stored only, never sent. */
    readonly mailDigest?: boolean;
    /** The console requires two-step login (CONSOLE-10); off if absent. Stored only, never sent. */
    readonly adminSecondStep?: boolean;
    /** Logins elsewhere that open accounts here; named by the settings of the server (OIDC-2). */
    readonly openIds?: readonly { readonly id: string; readonly name: string }[];
    /** No account exists: the first one becomes the administrator (START-24). Visitors only; false if absent. */
    readonly noAccounts?: boolean;
    /** The server sends mail, such as codes for a forgotten password; no if absent (CONF-28). */
    readonly mail?: boolean;
    /** Passkeys work at this address; no if absent (PASSKEY-5). */
    readonly passkeys?: boolean;
  };
  readonly chatInfo: {
    readonly simpleChat: boolean;
    readonly groupChat: boolean;
    readonly groupUserMax: number;
    readonly online: boolean;
    readonly webrtc: boolean;
    readonly stun: string;
    readonly stunUser: string;
    readonly stunPass: string;
    readonly sendIntervalSec: number;
    readonly redoTimeSec: number;
    /** Time during which authors may edit their messages; 0: never (EDIT-1). */
    readonly editTimeSec: number;
    /** The server may request web pages for link previews; otherwise it makes no such request (PREVIEW-1). */
    readonly linkPreview: boolean;
    readonly dbDelMsg: boolean;
    readonly msgClear: boolean;
    readonly msgClearDay: number;
    /** An administrator has set `msgClearDay` (CONF-25). */
    readonly msgClearDayChosen?: boolean;
  };
  readonly fileUpload: {
    readonly sizeMb: number;
    readonly preview: string;
    readonly fileExt: readonly string[];
    readonly avatarMb?: number;
    readonly emojiMb?: number;
  };
  readonly compass: {
    readonly status: boolean;
    readonly mode: 1 | 2;
    readonly list: readonly {
      readonly id: number;
      readonly name: string;
      readonly icon: string;
      readonly url: string;
      readonly type: 1 | 2;
      readonly badge: number;
    }[];
  };
  readonly demonMode: boolean;
  /** Epoch and revision in this history; both absent if the server does not send them (CONF-2). */
  readonly epoch?: string | undefined;
  /** Rises with each change. */
  readonly rev?: number | undefined;
}

/** The picture of a server without a logo: base-protocol clients show the address as it is (CONF-1). */
export const DEFAULT_LOGO = '/icons/icon-192.png';

export const DEFAULT_CONFIG: GlobalConfig = {
  sysInfo: {
    name: 'Parley',
    logo: '',
    description: '',
    open: true,
    closeTips: '',
    regtype: 2,
    regauth: 0,
    registerIntervalSec: 0,
    runMode: RUN_MODE.community,
    ipregion: false,
    multipleLogin: false,
    diyName: false,
    longPasswords: false,
  },
  chatInfo: {
    simpleChat: true,
    groupChat: true,
    groupUserMax: 0,
    online: true,
    webrtc: true,
    stun: '',
    stunUser: '',
    stunPass: '',
    sendIntervalSec: 0,
    redoTimeSec: 86_400,
    editTimeSec: 172_800,
    linkPreview: true,
    dbDelMsg: true,
    msgClear: false,
    msgClearDay: 30,
  },
  fileUpload: { sizeMb: 50, preview: '', fileExt: [], avatarMb: 5, emojiMb: 2 },
  compass: {
    status: true,
    mode: 1,
    list: [{ id: 1, name: 'moments', icon: '', url: '/pages/compass/moments', type: 1, badge: 0 }],
  },
  demonMode: false,
};

/**
 * Within one history the higher `rev` wins, because frames and answers arrive on two connections, from
 * several nodes.
 */
export const isOlderConfig = (one: GlobalConfig, current: GlobalConfig): boolean =>
  one.epoch === current.epoch && (one.rev ?? 0) < (current.rev ?? 0);

/** A closed service admits only its administrators (CONF-3). */
export const isShutOut = (
  service: { readonly open: boolean },
  self: { readonly role: number } | null,
): boolean => !service.open && self !== null && self.role === USER_ROLE.user;
