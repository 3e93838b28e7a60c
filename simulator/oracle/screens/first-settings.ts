/** A server's settings by field, before an administrator has changed any (CONF-1 …). */
const ON = [
  'sysInfo.open',
  'chatInfo.simpleChat',
  'chatInfo.groupChat',
  'chatInfo.online',
  'chatInfo.webrtc',
  'chatInfo.linkPreview',
  'chatInfo.dbDelMsg',
  'compass.status',
];
const OFF = [
  'sysInfo.ipregion',
  'sysInfo.multipleLogin',
  'sysInfo.diyName',
  'sysInfo.longPasswords',
  'chatInfo.msgClear',
  'demonMode',
];
const NOTHING = [
  'sysInfo.logo',
  'sysInfo.description',
  'sysInfo.closeTips',
  'chatInfo.stun',
  'chatInfo.stunUser',
  'chatInfo.stunPass',
  'fileUpload.preview',
  'compass.list.0.icon',
];
const DAY_SEC = 24 * 60 * 60;

export const FIRST_SETTINGS: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(ON.map((name) => [name, true])),
  ...Object.fromEntries(OFF.map((name) => [name, false])),
  ...Object.fromEntries(NOTHING.map((name) => [name, ''])),
  'sysInfo.name': 'Parley',
  // Registration by invitation, accounts without a code, a community of friends.
  'sysInfo.regtype': 2,
  'sysInfo.regauth': 0,
  'sysInfo.runMode': 2,
  'sysInfo.registerIntervalSec': 0,
  'chatInfo.groupUserMax': 0,
  'chatInfo.sendIntervalSec': 0,
  // A day to take something back, two to edit it.
  'chatInfo.redoTimeSec': DAY_SEC,
  'chatInfo.editTimeSec': 2 * DAY_SEC,
  'chatInfo.msgClearDay': 30,
  'fileUpload.sizeMb': 50,
  'fileUpload.fileExt': [],
  'fileUpload.avatarMb': 5,
  'fileUpload.emojiMb': 2,
  'compass.mode': 1,
  'compass.list.0.id': 1,
  'compass.list.0.name': 'moments',
  'compass.list.0.url': '/pages/compass/moments',
  'compass.list.0.type': 1,
  'compass.list.0.badge': 0,
};
