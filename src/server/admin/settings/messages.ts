import { DAY_SEC, TEN_YEARS_DAYS, numberKind, switchKind } from './declaration.ts';
import type { SettingDeclaration } from './declaration.ts';

const NEVER = { zh: '不允许', en: 'Not allowed' };

export const MESSAGE_SETTINGS: readonly SettingDeclaration[] = [
  {
    key: 'chatInfo.simpleChat',
    at: ['chatInfo', 'simpleChat'],
    group: 'messages',
    valueKind: switchKind,
    rule: 'CONF-11',
    label: { zh: '允许单聊', en: 'One-to-one chats' },
    help: {
      zh: '关闭后，用户只能与管理员单聊。',
      en: 'While this is off, users have one-to-one chats with administrators only.',
    },
  },
  {
    key: 'chatInfo.groupChat',
    at: ['chatInfo', 'groupChat'],
    group: 'messages',
    valueKind: switchKind,
    rule: 'CONF-12',
    label: { zh: '所有人都可以建群', en: 'All users create groups' },
    help: { zh: '关闭后，只有管理员可以建群。', en: 'While this is off, only administrators create groups.' },
  },
  {
    key: 'chatInfo.groupUserMax',
    at: ['chatInfo', 'groupUserMax'],
    group: 'messages',
    valueKind: numberKind(0, 100_000, 'members', { zh: '不限', en: 'No limit' }),
    rule: 'CONF-12',
    label: { zh: '群人数上限', en: 'Largest group' },
    help: { zh: '已超过上限的群不受影响。', en: 'Groups that are larger already keep their members.' },
  },
  {
    key: 'chatInfo.sendInterval',
    at: ['chatInfo', 'sendIntervalSec'],
    group: 'messages',
    valueKind: numberKind(0, DAY_SEC, 'seconds', { zh: '不限制', en: 'No wait' }),
    rule: 'CONF-15',
    label: { zh: '两条消息的间隔', en: 'Wait between messages' },
    help: {
      zh: '每个用户发出两条消息之间的最短时间。',
      en: 'Shortest time between two messages of one user.',
    },
  },
  {
    key: 'chatInfo.redoTime',
    at: ['chatInfo', 'redoTimeSec'],
    group: 'messages',
    valueKind: numberKind(0, TEN_YEARS_DAYS * DAY_SEC, 'seconds', NEVER),
    rule: 'CONF-16',
    label: { zh: '撤回', en: 'Unsend' },
    help: {
      zh: '发出后多久之内可以撤回消息。',
      en: 'Time after sending in which a message can be unsent.',
    },
  },
  {
    key: 'chatInfo.editTime',
    at: ['chatInfo', 'editTimeSec'],
    group: 'messages',
    valueKind: numberKind(0, TEN_YEARS_DAYS * DAY_SEC, 'seconds', NEVER),
    rule: 'CONF-21',
    label: { zh: '修改', en: 'Edit' },
    help: {
      zh: '发出后多久之内作者可以修改消息。',
      en: 'Time after sending in which its author can edit a message.',
    },
  },
  {
    key: 'chatInfo.dbDelMsg',
    at: ['chatInfo', 'dbDelMsg'],
    group: 'messages',
    valueKind: switchKind,
    rule: 'CONF-16',
    label: { zh: '允许为所有人删除消息', en: 'Delete messages for everyone' },
    help: {
      zh: '关闭后，任何用户都不能为所有人删除消息。',
      en: 'While this is off, no user deletes a message for everyone.',
    },
  },
  {
    key: 'chatInfo.linkPreview',
    at: ['chatInfo', 'linkPreview'],
    group: 'messages',
    valueKind: switchKind,
    rule: 'CONF-22',
    label: { zh: '链接预览', en: 'Link previews' },
    help: {
      zh: '服务器会访问消息中的网页，取得标题和图片。关闭后不访问任何网页。',
      en: 'The server fetches linked web pages for their title and picture. While this is off, it fetches none.',
    },
  },
  {
    key: 'chatInfo.msgClear',
    at: ['chatInfo', 'msgClear'],
    group: 'messages',
    valueKind: switchKind,
    rule: 'CONF-17',
    label: { zh: '自动删除旧消息', en: 'Delete old messages' },
    help: {
      zh: '每天 02:00（UTC）永久删除旧消息及其文件。公告和收藏保留。群可以在“群”栏目中另设更短的期限。',
      en:
        'Deletes old messages and their files permanently, each night at 02:00 UTC. Announcements and notes ' +
        'to self stay. The section Groups sets a shorter time for one group.',
    },
  },
  {
    key: 'chatInfo.msgClearDay',
    at: ['chatInfo', 'msgClearDay'],
    group: 'messages',
    valueKind: numberKind(1, TEN_YEARS_DAYS, 'days'),
    rule: 'CONF-17',
    label: { zh: '消息保留', en: 'Keep messages for' },
    help: {
      zh: '更早的消息会被删除。保存后会显示将删除多少条。',
      en: 'Older messages are deleted. After you save, the console shows how many.',
    },
    onlyIf: { key: 'chatInfo.msgClear', value: '1', isSavedToo: true },
  },
];
