import { DAY_SEC, TEN_YEARS_DAYS, numberKind, switchKind } from './declaration.ts';
import type { SettingDeclaration } from './declaration.ts';

const NEVER = 'zero.never';

export const MESSAGE_SETTINGS: readonly SettingDeclaration[] = [
  {
    key: 'chatInfo.simpleChat',
    at: ['chatInfo', 'simpleChat'],
    group: 'messages',
    valueKind: switchKind,
    rule: 'CONF-11',
  },
  {
    key: 'chatInfo.groupChat',
    at: ['chatInfo', 'groupChat'],
    group: 'messages',
    valueKind: switchKind,
    rule: 'CONF-12',
  },
  {
    key: 'chatInfo.groupUserMax',
    at: ['chatInfo', 'groupUserMax'],
    group: 'messages',
    valueKind: numberKind(0, 100_000, 'members', 'zero.noLimit'),
    rule: 'CONF-12',
  },
  {
    key: 'chatInfo.sendInterval',
    at: ['chatInfo', 'sendIntervalSec'],
    group: 'messages',
    valueKind: numberKind(0, DAY_SEC, 'seconds', 'zero.noWait'),
    rule: 'CONF-15',
  },
  {
    key: 'chatInfo.redoTime',
    at: ['chatInfo', 'redoTimeSec'],
    group: 'messages',
    valueKind: numberKind(0, TEN_YEARS_DAYS * DAY_SEC, 'seconds', NEVER),
    rule: 'CONF-16',
  },
  {
    key: 'chatInfo.editTime',
    at: ['chatInfo', 'editTimeSec'],
    group: 'messages',
    valueKind: numberKind(0, TEN_YEARS_DAYS * DAY_SEC, 'seconds', NEVER),
    rule: 'CONF-21',
  },
  {
    key: 'chatInfo.dbDelMsg',
    at: ['chatInfo', 'dbDelMsg'],
    group: 'messages',
    valueKind: switchKind,
    rule: 'CONF-16',
  },
  {
    key: 'chatInfo.linkPreview',
    at: ['chatInfo', 'linkPreview'],
    group: 'messages',
    valueKind: switchKind,
    rule: 'CONF-22',
  },
  {
    key: 'chatInfo.msgClear',
    at: ['chatInfo', 'msgClear'],
    group: 'messages',
    valueKind: switchKind,
    rule: 'CONF-17',
  },
  {
    key: 'chatInfo.msgClearDay',
    at: ['chatInfo', 'msgClearDay'],
    group: 'messages',
    valueKind: numberKind(1, TEN_YEARS_DAYS, 'days'),
    rule: 'CONF-17',
    onlyIf: { key: 'chatInfo.msgClear', value: '1', isSavedToo: true },
  },
];
