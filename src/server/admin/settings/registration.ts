import { DAY_SEC, toChoice, numberKind, choiceKind } from './declaration.ts';
import type { SettingDeclaration } from './declaration.ts';

export const REGISTRATION_SETTINGS: readonly SettingDeclaration[] = [
  {
    key: 'sysInfo.regtype',
    at: ['sysInfo', 'regtype'],
    group: 'registration',
    takes: choiceKind(
      toChoice(1, 'open', '任何人都可以注册', 'Open: anyone can register'),
      toChoice(2, 'invite', '凭邀请注册', 'By invitation only'),
    ),
    rule: 'CONF-4',
    label: { zh: '谁可以注册', en: 'Who can register' },
    help: {
      zh: '邀请在“邀请”栏目中生成。',
      en: 'You create invitations in the section Invitations.',
    },
  },
  {
    key: 'sysInfo.regauth',
    at: ['sysInfo', 'regauth'],
    group: 'registration',
    takes: choiceKind(
      toChoice(0, 'free', '不限', 'Any name'),
      toChoice(1, 'phone', '手机号，用验证码确认', 'Phone number, confirmed by a code'),
      toChoice(2, 'email', '邮箱，用验证码确认', 'Email address, confirmed by a code'),
      toChoice(
        3,
        'either',
        '手机号或邮箱，用验证码确认',
        'Phone number or email address, confirmed by a code',
      ),
    ),
    rule: 'CONF-5',
    label: { zh: '账号形式', en: 'Usernames are' },
    help: {
      zh:
        '忘记密码后，只有以邮箱为账号的用户可凭验证码登录；其他人需要管理员设置新密码。' +
        '发送验证码需要配置邮件。',
      en:
        'Only users whose username is an email address can log in by a code after they forgot the password. ' +
        'Others need an administrator. Codes need mail.',
    },
  },
  {
    key: 'sysInfo.registerInterval',
    at: ['sysInfo', 'registerIntervalSec'],
    group: 'registration',
    takes: numberKind(0, DAY_SEC, 'seconds', { zh: '不限制', en: 'No wait' }),
    rule: 'CONF-10',
    label: { zh: '两次注册的间隔', en: 'Wait between registrations' },
    help: {
      zh: '同一地址两次注册之间的最短时间。同一网络中的用户共用一个地址。',
      en: 'Shortest time between two registrations from one address. Users of one network share an address.',
    },
  },
  {
    key: 'sysInfo.welcomeGroup',
    at: ['sysInfo', 'welcomeGroup'],
    group: 'registration',
    takes: numberKind(0, 999_999_999, 'number', { zh: '没有', en: 'No group' }),
    rule: 'FIRST-2',
    label: { zh: '新用户自动加入的群', en: 'Group that new users join' },
    help: {
      zh: '填群的编号，见“群”栏目。在那里新建的群会向新成员显示以前的消息，先在群里发一条欢迎消息即可。',
      en:
        'Number of the group. The section Groups shows it. In a group created there, new members read earlier ' +
        'messages: write the first message there yourself.',
    },
    isUntold: true,
  },
];
