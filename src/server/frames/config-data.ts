import { DEFAULT_LOGO, type GlobalConfig, RUN_MODE } from '../../domain/config.ts';
import type { UserId } from '../../domain/ids.ts';
import { app, callLimits as limits } from '../../domain/limits.ts';
import type { Core } from '../kernel/core.ts';
import { toFlag } from './wire-values.ts';

/**
 * The part of the configuration that a visitor's page receives: without call servers and server-only values.
 */
export function visitorConfig({
  sysInfo,
  chatInfo,
  fileUpload,
  compass,
  demonMode,
  epoch,
  rev,
}: GlobalConfig): GlobalConfig {
  const {
    regtypeChosen: _,
    welcomeGroup: __,
    directory: ___,
    adminSecondStep: ____,
    mcp: _____,
    guests: ______,
    mailDigest: _______,
    ...clientInfo
  } = sysInfo;
  return {
    sysInfo: clientInfo,
    chatInfo: { ...chatInfo, stun: '', stunUser: '', stunPass: '' },
    fileUpload,
    compass,
    demonMode,
    epoch,
    rev,
  };
}

/**
 * The configuration as a browser at this address sees it: browsers also use passkeys on `localhost`, without
 * TLS (PASSKEY-5).
 */
export function configAt(
  { config, passkeys }: Pick<Core, 'config' | 'passkeys'>,
  origin: string,
): GlobalConfig {
  const now = config();
  const isLocal = passkeys && /^https?:\/\/localhost(?::\d+)?$/.test(origin);
  return isLocal ? { ...now, sysInfo: { ...now.sysInfo, passkeys: true } } : now;
}

/** The global configuration on the wire: numbers for flags (CONF-1). Strangers receive no call servers. */
export function configData(
  config: GlobalConfig,
  reader: 'stranger' | 'user' | 'guest',
  relay: RelayLogin | null = null,
): Record<string, unknown> {
  const { sysInfo, chatInfo, fileUpload, compass } = config;
  const isTrusted = reader !== 'stranger';
  // A guest has neither friends nor chats of two, groups of their own and moments (GUEST-4).
  const isGuest = reader === 'guest';
  return {
    sysInfo: {
      name: sysInfo.name,
      logo: sysInfo.logo || DEFAULT_LOGO,
      description: sysInfo.description,
      state: toFlag(sysInfo.open),
      closeTips: sysInfo.closeTips,
      regtype: sysInfo.regtype,
      regauth: sysInfo.regauth,
      registerInterval: sysInfo.registerIntervalSec,
      runMode: isGuest ? RUN_MODE.closed : sysInfo.runMode,
      ipregion: toFlag(sysInfo.ipregion),
      multipleLogin: toFlag(sysInfo.multipleLogin),
      diyName: toFlag(sysInfo.diyName),
      longPasswords: toFlag(sysInfo.longPasswords),
      openIds: sysInfo.openIds ?? [],
      ...(!isTrusted && sysInfo.noAccounts === true && { noAccounts: 1 }),
      ...(reader === 'user' && sysInfo.guests && { guests: 1 }),
      ...(sysInfo.mail && { mail: 1 }),
      ...(sysInfo.passkeys && { passkeys: 1 }),
      version: app.version,
    },
    chatInfo: {
      simpleChat: toFlag(chatInfo.simpleChat && !isGuest),
      groupChat: toFlag(chatInfo.groupChat && !isGuest),
      groupUserMax: chatInfo.groupUserMax,
      online: toFlag(chatInfo.online),
      webrtc: toFlag(chatInfo.webrtc),
      stun: isTrusted ? chatInfo.stun : '',
      stunUser: isTrusted ? (relay?.name ?? chatInfo.stunUser) : '',
      stunPass: isTrusted ? (relay?.password ?? chatInfo.stunPass) : '',
      sendInterval: chatInfo.sendIntervalSec,
      redoTime: chatInfo.redoTimeSec,
      editTime: chatInfo.editTimeSec,
      linkPreview: toFlag(chatInfo.linkPreview),
      dbDelMsg: toFlag(chatInfo.dbDelMsg),
      msgClear: toFlag(chatInfo.msgClear),
      msgClearDay: chatInfo.msgClearDay,
    },
    fileUpload: {
      size: fileUpload.sizeMb,
      avatarSize: fileUpload.avatarMb ?? 5,
      emojiSize: fileUpload.emojiMb ?? 2,
      preview: fileUpload.preview,
      fileExt: fileUpload.fileExt,
    },
    compass: {
      status: toFlag(compass.status && !isGuest),
      mode: compass.mode,
      list: compass.list.map((entry, order) => ({ ...entry, order, status: 1 })),
    },
    demon_mode: config.demonMode,
    epoch: config.epoch,
    rev: config.rev,
  };
}

export interface RelayLogin {
  /** Second of its end and the user, as relays expect it: `1700000000:7`. */
  readonly name: string;
  readonly password: string;
}

/**
 * A user's relay credentials, derived from the secret shared with the relay: valid for half a day to a day,
 * and unchanged for hours, so that a client's copy stays valid (CALL-21). Null without a secret; then all use
 * the name and password of the configuration.
 */
export function relayLogin(
  { settings, passwords, clock }: Pick<Core, 'settings' | 'passwords' | 'clock'>,
  user: UserId,
): RelayLogin | null {
  if (!settings.turnSecret) return null;
  const half = limits.relayLifeMs / 2;
  const name = `${(Math.floor(clock.nowMs() / half) * half + limits.relayLifeMs) / 1_000}:${user}`;
  return { name, password: passwords.relayPassword(settings.turnSecret, name) };
}
