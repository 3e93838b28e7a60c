import { switchKind, secretTextKind, textKind } from './declaration.ts';
import type { SettingDeclaration } from './declaration.ts';

const WITH_CALLS = { key: 'chatInfo.webrtc', value: '1' };

export const CALL_SETTINGS: readonly SettingDeclaration[] = [
  {
    key: 'chatInfo.webrtc',
    at: ['chatInfo', 'webrtc'],
    group: 'calls',
    takes: switchKind,
    rule: 'CONF-14',
    label: { zh: '允许通话', en: 'Calls' },
    help: { zh: '用户之间的语音和视频通话。', en: 'Voice and video calls between two users.' },
  },
  {
    key: 'chatInfo.stun',
    at: ['chatInfo', 'stun'],
    group: 'calls',
    takes: textKind(400),
    rule: 'CALL-21',
    label: { zh: '中继服务器', en: 'Relay' },
    help: {
      zh: '不同网络之间的通话需要中继服务器，如 turn:chat.example.org:3478。',
      en: 'Calls between different networks need a TURN relay, such as turn:chat.example.org:3478.',
    },
    onlyIf: WITH_CALLS,
  },
  {
    key: 'chatInfo.stunUser',
    at: ['chatInfo', 'stunUser'],
    group: 'calls',
    takes: textKind(200),
    rule: 'CALL-21',
    label: { zh: '中继服务器的用户名', en: 'Username for the relay' },
    help: {
      zh: '设置了 TURN_SECRET 时不需要：每个用户会得到限时的凭据。',
      en: 'Not needed with TURN_SECRET: each user then gets credentials that expire.',
    },
    onlyIf: WITH_CALLS,
  },
  {
    key: 'chatInfo.stunPass',
    at: ['chatInfo', 'stunPass'],
    group: 'calls',
    takes: secretTextKind(200),
    rule: 'CALL-21',
    label: { zh: '中继服务器的密码', en: 'Password for the relay' },
    help: {
      zh: '已登录用户的设备会收到它。',
      en: 'The devices of users who are logged in receive it.',
    },
    onlyIf: WITH_CALLS,
  },
];
