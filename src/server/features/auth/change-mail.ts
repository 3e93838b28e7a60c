import type { SecurityChange } from '../../../domain/kept.ts';
import type { UserRow } from '../../../ports/store.ts';
import { type Bilingual, joinFacts, withFacts } from '../../kernel/bilingual.ts';
import type { Core } from '../../kernel/core.ts';
import { passwordLink } from './invite.ts';

const WHAT: Readonly<Record<SecurityChange, Bilingual>> = {
  password: { zh: '你的密码已更改。', en: 'Your password was changed.' },
  account: {
    zh: '你的账号已改用另一个邮箱，此邮箱不再能登录。',
    en: 'Your account now has another email address, and this one no longer logs in.',
  },
  passkeyAdded: { zh: '你的账号添加了通行密钥。', en: 'A passkey was added to your account.' },
  passkeyRemoved: { zh: '你的账号移除了通行密钥。', en: 'A passkey was removed from your account.' },
  secondStepOn: { zh: '两步验证已开启。', en: 'Two-step verification was turned on.' },
  secondStepOff: { zh: '两步验证已关闭。', en: 'Two-step verification was turned off.' },
  loginAdded: { zh: '你的账号关联了其他登录方式。', en: 'A login elsewhere was linked to your account.' },
  loginRemoved: {
    zh: '你的账号解除了其他登录方式。',
    en: 'A login elsewhere was unlinked from your account.',
  },
  sessionsEnded: { zh: '你的其他设备已退出登录。', en: 'Other devices of yours were logged out.' },
  privacy: {
    zh: '你的隐私设置已放宽。',
    en: 'Your privacy settings now let others see or reach more.',
  },
  wrongTries: {
    zh: '你的账号多次输错密码或验证码。',
    en: 'Many wrong passwords or codes were entered for your account.',
  },
};

const SUBJECT = { zh: '{name} 账号安全', en: '{name}: account security' };
const DEVICE = { zh: '设备：{device}', en: 'Device: {device}' };
const UNDO = {
  zh:
    '如非本人操作，请在 {days} 天内打开此链接：设置新密码后，账号会恢复为此邮箱，通行密钥和其他登录方式会被移除，' +
    '所有设备会退出登录。链接只能使用一次。\n{link}',
  en:
    'If this was not you, open this link within {days} days: when you set a new password, your account ' +
    'gets this address back, passkeys and logins elsewhere are removed, and all devices are logged out. ' +
    'The link works once.\n{link}',
};
const ASK = {
  zh: '如非本人操作，请立即联系管理员。',
  en: 'If this was not you, contact an administrator at once.',
};
const CHECK = {
  zh: '如非本人操作，请立即修改密码，并在“账号安全”中让其他设备退出登录，或联系管理员。',
  en:
    'If this was not you, change your password at once and log out other devices in Account security, or ' +
    'contact an administrator.',
};
const NEW_LINE = { zh: '\n', en: '\n' };

interface Change {
  readonly what: SecurityChange;
  readonly device: string;
  readonly undo: { readonly code: string; readonly days: number } | null;
}

/**
 * Mails a change to the old address, in both languages, because an intruder may have made it (ACC-30). The
 * link has the operator's address only: the one of the request may be the intruder's.
 */
export async function mailChange(core: Core, old: UserRow, { what, device, undo }: Change): Promise<void> {
  const { mail, settings } = core;
  if (!mail || !old.isAuth || !old.account.includes('@')) return;
  const link = undo && settings.publicUrl ? passwordLink(settings.publicUrl, old.account, undo.code) : null;
  const advice =
    link === null ? (what === 'account' ? ASK : CHECK) : withFacts(UNDO, { days: undo?.days ?? 0, link });
  const lines = [WHAT[what], ...(device === '' ? [] : [withFacts(DEVICE, { device })]), advice];
  const text = joinFacts(lines, NEW_LINE);
  const subject = withFacts(SUBJECT, { name: core.config().sysInfo.name });
  try {
    await mail.send({
      to: old.account,
      subject: `${subject.zh} · ${subject.en}`,
      text: `${text.zh}\n\n${text.en}`,
    });
    core.meter?.mail('sent');
  } catch (error) {
    core.log.write('error', 'mail not sent', { error: String(error) });
    core.meter?.mail('failed');
  }
}
