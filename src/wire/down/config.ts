import * as v from 'valibot';
import type { GlobalConfig } from '../../domain/config.ts';
import { DEFAULT_CONFIG, DEFAULT_LOGO } from '../../domain/config.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { flag, ifValid, int, listOf, real, text, whole, withDefault } from '../scalars.ts';
import { count, object, shownText } from './fields.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

const bit = (other: boolean) => v.fallback(withDefault(flag, other), other);
const amount = (other: number) => v.fallback(withDefault(whole, other), other);
const oneOf = <const T extends number>(options: readonly T[], other: T) =>
  v.fallback(v.pipe(int, v.picklist(options)), () => other as never);
const part = <T extends v.ObjectEntries>(entries: T) =>
  v.pipe(
    object,
    v.transform((given) => given ?? {}),
    v.object(entries),
  );

const defaults = DEFAULT_CONFIG;

const sysInfo = part({
  name: shownText,
  logo: shownText,
  description: shownText,
  state: bit(defaults.sysInfo.open),
  closeTips: shownText,
  regtype: oneOf([1, 2], defaults.sysInfo.regtype),
  regauth: oneOf([0, 1, 2, 3], defaults.sysInfo.regauth),
  registerInterval: amount(defaults.sysInfo.registerIntervalSec),
  runMode: oneOf([1, 2], defaults.sysInfo.runMode),
  ipregion: bit(defaults.sysInfo.ipregion),
  multipleLogin: bit(defaults.sysInfo.multipleLogin),
  diyName: bit(defaults.sysInfo.diyName),
  longPasswords: bit(false),
  openIds: v.fallback(listOf(v.object({ id: shownText, name: shownText }), 8), []),
  /** Only visitors of a server without accounts receive it. */
  noAccounts: bit(false),
  mail: bit(false),
  passkeys: bit(false),
  guests: bit(false),
});

const chatInfo = part({
  simpleChat: bit(defaults.chatInfo.simpleChat),
  groupChat: bit(defaults.chatInfo.groupChat),
  groupUserMax: amount(defaults.chatInfo.groupUserMax),
  online: bit(defaults.chatInfo.online),
  webrtc: bit(defaults.chatInfo.webrtc),
  stun: shownText,
  stunUser: shownText,
  stunPass: shownText,
  sendInterval: amount(defaults.chatInfo.sendIntervalSec),
  redoTime: amount(defaults.chatInfo.redoTimeSec),
  /** A server that does not send it has no editing. */
  editTime: amount(0),
  /** A server that does not send it makes no link previews. */
  linkPreview: bit(false),
  dbDelMsg: bit(defaults.chatInfo.dbDelMsg),
  msgClear: bit(defaults.chatInfo.msgClear),
  msgClearDay: amount(defaults.chatInfo.msgClearDay),
});

const fileUpload = part({
  size: v.fallback(real, defaults.fileUpload.sizeMb),
  avatarSize: v.fallback(real, defaults.fileUpload.avatarMb ?? 5),
  emojiSize: v.fallback(real, defaults.fileUpload.emojiMb ?? 2),
  preview: shownText,
  fileExt: v.fallback(listOf(text, 500), []),
});

const entry = v.object({
  id: count,
  name: shownText,
  icon: shownText,
  url: shownText,
  type: oneOf([1, 2], 1),
  badge: count,
});

const compass = part({
  status: bit(defaults.compass.status),
  mode: oneOf([1, 2], defaults.compass.mode),
  list: v.fallback(listOf(entry, 100), []),
});

/** Scalars are digit text on the wire of some servers; anything missing has its default (protocol 5.9). */
export const configFields = v.object({
  sysInfo,
  chatInfo,
  fileUpload,
  compass,
  demon_mode: bit(false),
  epoch: ifValid(v.string()),
  rev: ifValid(whole),
});

export function decodeConfig(data: unknown): Result<GlobalConfig, DecodeError> {
  const parsed = read(configFields, data, 'config');
  if (!parsed.ok) return parsed;
  const { sysInfo: sys, chatInfo: chat, fileUpload: files, demon_mode, epoch, rev } = parsed.value;
  const { state, registerInterval, ...restSys } = sys;
  const { sendInterval, redoTime, editTime, ...restChat } = chat;
  return ok({
    sysInfo: {
      ...restSys,
      name: sys.name || defaults.sysInfo.name,
      // Pages draw their own mark for it, which follows the colours.
      logo: sys.logo === DEFAULT_LOGO ? '' : sys.logo,
      open: state,
      registerIntervalSec: registerInterval,
    },
    chatInfo: {
      ...restChat,
      sendIntervalSec: sendInterval,
      redoTimeSec: redoTime,
      editTimeSec: editTime,
    },
    fileUpload: {
      sizeMb: files.size,
      preview: files.preview,
      fileExt: files.fileExt,
      avatarMb: files.avatarSize,
      emojiMb: files.emojiSize,
    },
    compass: parsed.value.compass,
    demonMode: demon_mode,
    epoch,
    rev,
  });
}
