import { switchKind } from './declaration.ts';
import type { SettingDeclaration } from './declaration.ts';

export const SIGN_ON_SETTINGS: readonly SettingDeclaration[] = [
  {
    key: 'sysInfo.longPasswords',
    at: ['sysInfo', 'longPasswords'],
    group: 'signOn',
    takes: switchKind,
    rule: 'ACC-18',
    label: { zh: '更长的密码', en: 'Longer passwords' },
    help: {
      zh: '新密码须为 8 到 128 个字符；关闭时为 6 到 16 个。已有密码仍可使用。',
      en: 'New passwords have 8 to 128 characters instead of 6 to 16. Existing passwords stay valid.',
    },
  },
  {
    key: 'sysInfo.multipleLogin',
    at: ['sysInfo', 'multipleLogin'],
    group: 'signOn',
    takes: switchKind,
    rule: 'CONF-9',
    label: { zh: '允许同时使用多部手机', en: 'Several phones at once' },
    help: {
      zh: '关闭后，在第二部手机登录会让第一部退出。',
      en: 'While this is off, a login on a second phone ends the login on the first.',
    },
  },
  {
    key: 'sysInfo.adminSecondStep',
    at: ['sysInfo', 'adminSecondStep'],
    group: 'signOn',
    takes: switchKind,
    rule: 'CONSOLE-10',
    label: { zh: '管理员须开启两步验证', en: 'Administrators need two-step verification' },
    help: {
      zh: '未开启两步验证的管理员不能使用管理后台，包括你自己。',
      en: 'Closes this console to administrators without two-step verification, also to you.',
    },
    isUntold: true,
  },
];
