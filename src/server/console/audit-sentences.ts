import { groupId, userId } from '../../domain/ids.ts';
import type { AuditRow, ReadTx } from '../../ports/store.ts';
import { ANSWERS } from '../admin/answers.ts';
import { settingBy } from '../admin/settings/settings.ts';
import { settingToShow, settingValue } from '../admin/settings/value.ts';
import { type Bilingual, joinFacts, withFacts } from '../kernel/bilingual.ts';

/** Who acted, or on what, if it has no name: by the first word that the audit stores. */
const SUBJECTS: Readonly<Record<string, Bilingual>> = {
  '': { zh: '', en: '' },
  empty: { zh: '空', en: 'empty' },
  host: { zh: '主机管理者 {rest}', en: 'The operator {rest}' },
  server: { zh: '服务器', en: 'The server' },
  nobody: { zh: '未登录者', en: 'A visitor' },
  user: { zh: '用户 {rest}', en: 'user {rest}' },
  group: { zh: '群 {rest}', en: 'group {rest}' },
  notice: { zh: '公告 {rest}', en: 'announcement {rest}' },
  invite: { zh: '邀请 {rest}', en: 'invitation {rest}' },
  report: { zh: '举报 {rest}', en: 'report {rest}' },
  account: { zh: '{rest}', en: '{rest}' },
  passkey: { zh: '{rest}', en: '{rest}' },
};

const SETTING_CHANGED: Bilingual = {
  zh: '{by} 将“{label}”从“{was}”改为“{is}”',
  en: '{by} changed "{label}" from "{was}" to "{is}"',
};

/** An action of another version. */
const OTHER_ACTION: Bilingual = { zh: '{by}：{what} {about}', en: '{by}: {what} {about}' };

/** Chinese names of the facts that a sentence leaves out. */
const FACT_NAMES: Readonly<Record<string, string>> = {
  address: '地址',
  ended: '结束的登录',
  logins: '结束的登录',
  way: '方式',
  invited: '受邀',
  provider: '登录服务',
  max: '可用次数',
  lifeMs: '有效毫秒数',
  group: '群',
  people: '人数',
  passkeys: '通行密钥',
  was: '原为',
  is: '现为',
  url: '网址',
  days: '天数',
  entries: '条数',
};

/** One sentence for each action of the audit, by its name there. */
export const AUDIT_SENTENCES: Readonly<Record<string, Bilingual>> = {
  login: { zh: '{by} 登录', en: '{by} logged in' },
  'login refused': { zh: '有人用“{about}”登录失败', en: 'A login as "{about}" was refused' },
  'login linked': { zh: '{by} 关联了其他登录方式', en: '{by} linked a login of another service' },
  'login unlinked': { zh: '{by} 取消了关联登录', en: '{by} removed a linked login' },
  'logins ended': { zh: '{by} 在其他设备退出登录', en: '{by} logged out on other devices' },
  'logged out': { zh: '{by} 退出登录', en: '{by} logged out' },
  registered: { zh: '{by} 注册', en: '{by} registered' },
  'account proved': { zh: '{by} 确认了账号', en: '{by} confirmed their username by a code' },
  'account changed': { zh: '{by} 更换了账号', en: '{by} changed their username' },
  'account erased': { zh: '{by} 注销了 {about}', en: '{by} deleted the account of {about}' },
  'password changed': { zh: '{by} 修改了密码', en: '{by} changed their password' },
  'second step on': { zh: '{by} 开启了两步验证', en: '{by} turned on two-step verification' },
  'second step off': { zh: '{by} 关闭了两步验证', en: '{by} turned off two-step verification' },
  'passkey added': { zh: '{by} 添加了通行密钥', en: '{by} added a passkey' },
  'passkey removed': { zh: '{by} 移除了通行密钥', en: '{by} removed a passkey' },
  'data exported': { zh: '{by} 导出了自己的数据', en: '{by} exported their data' },
  'audit pruned': { zh: '{by} 删除了过期的审计记录', en: '{by} deleted old audit entries' },
  'audit export': { zh: '{by} 导出了审计记录', en: '{by} exported the audit log' },
  'user create': { zh: '{by} 新建了 {about} 的账号', en: '{by} created the account of {about}' },
  'user disable': { zh: '{by} 停用了 {about}', en: '{by} disabled {about}' },
  'user enable': { zh: '{by} 恢复了 {about}', en: '{by} enabled {about}' },
  'user rename': { zh: '{by} 更改了 {about} 的账号', en: '{by} changed the username of {about}' },
  'user release': {
    zh: '{by} 释放了 {about} 未验证的邮箱',
    en: '{by} released the unverified address of {about}',
  },
  'user password': { zh: '{by} 更换了 {about} 的密码', en: '{by} replaced the password of {about}' },
  'user totp-reset': {
    zh: '{by} 关闭了 {about} 的两步验证',
    en: '{by} turned off two-step verification of {about}',
  },
  'user passkeys-reset': { zh: '{by} 移除了 {about} 的通行密钥', en: '{by} removed the passkeys of {about}' },
  'user openids-reset': {
    zh: '{by} 移除了 {about} 的关联登录',
    en: '{by} removed the linked logins of {about}',
  },
  'user sign-out': { zh: '{by} 让 {about} 在所有设备退出', en: '{by} logged {about} out on all devices' },
  'user role': { zh: '{by} 将 {about} 的身份改为 {role}', en: '{by} changed the role of {about} to {role}' },
  'user export': { zh: '{by} 导出了 {about} 的数据', en: '{by} exported the data of {about}' },
  invite: { zh: '{by} 生成了 {about}', en: '{by} created {about}' },
  'invite people': { zh: '{by} 按名单邀请了 {people} 人', en: '{by} invited {people} people from a list' },
  'logo set': { zh: '{by} 上传了标志图片', en: '{by} uploaded the logo' },
  'invite end': { zh: '{by} 作废了 {about}', en: '{by} revoked {about}' },
  'notice publish': { zh: '{by} 发布了 {about}', en: '{by} published {about}' },
  'notice delete': { zh: '{by} 撤回了 {about}', en: '{by} deleted {about}' },
  'discover add': { zh: '{by} 在发现页添加了“{name}”', en: '{by} added "{name}" to the Discover page' },
  'discover delete': { zh: '{by} 移除了发现页的一个条目', en: '{by} removed an entry of the Discover page' },
  'release set': { zh: '{by} 提供了版本 {name}', en: '{by} offered version {name}' },
  'group create': { zh: '{by} 新建了 {about}', en: '{by} created {about}' },
  'retention set': { zh: '{by} 修改了 {about} 的消息保留期限', en: '{by} changed the retention of {about}' },
  'report shown': { zh: '{by} 查看了 {about}', en: '{by} viewed {about}' },
  'report saved': { zh: '{by} 下载了 {about} 的附件', en: '{by} saved the file of {about}' },
  'report decided': { zh: '{by} 处理了 {about}', en: '{by} decided {about}' },
};

type Facts = Readonly<Record<string, unknown>>;

/** One entry as a sentence with names, and the facts that the sentence leaves out (CONSOLE-12). */
export interface AuditSentence {
  readonly sentence: Bilingual;
  readonly details: Bilingual;
}

/** Facts that a sentence already contains. */
const IN_SENTENCE = new Set(['setting', 'was', 'is', 'name', 'role']);

const plain = (text: string): Bilingual => ({ zh: text, en: text });

/** Users and groups, by the words that the audit uses for them. */
export type Names = ReadonlyMap<string, string>;

/** An administrator at the console is "user 7", and in reports "host user 7". */
const withoutHost = (by: string): string => by.replace(/^host (?=user )/, '');

export const nameOf = (by: string, names: Names): Bilingual => subjectText(withoutHost(by), names);

export async function namesIn(tx: ReadTx, rows: readonly Pick<AuditRow, 'by' | 'about'>[]): Promise<Names> {
  const subjects = [...new Set(rows.flatMap(({ by, about }) => [withoutHost(by), about]))];
  const names = new Map<string, string>();
  const numbers = subjects.flatMap((one) => /^user (\d+)$/.exec(one)?.[1] ?? []).map(Number);
  for (const [id, { realname, account }] of await tx.users.byIds(numbers.map(userId)))
    names.set(`user ${id}`, realname === account ? account : `${realname} (${account})`);
  for (const one of subjects) {
    const number = /^group (\d+)$/.exec(one)?.[1];
    const group = number === undefined ? null : await tx.groups.byId(groupId(Number(number)));
    if (group) names.set(one, group.name);
  }
  return names;
}

export function sentenceOf(row: AuditRow, names: Names): AuditSentence {
  const facts = JSON.parse(row.facts) as Facts;
  const by = nameOf(row.by, names);
  const about = subjectText(row.about, names);
  const details = Object.entries(facts)
    .filter(([name]) => !IN_SENTENCE.has(name))
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return { zh: `${FACT_NAMES[name] ?? name}：${text}`, en: `${name}: ${text}` };
    });
  return { sentence: sentenceText(row.what, by, about, facts), details: joinFacts(details, ANSWERS.comma) };
}

function subjectText(subject: string, names: Names): Bilingual {
  const name = names.get(subject);
  if (name !== undefined) return plain(name);
  const [kind = '', ...rest] = subject.split(' ');
  const text = SUBJECTS[kind];
  return text ? withFacts(text, { rest: rest.join(' ') }) : plain(subject);
}

const wordOf = (fact: unknown): string => (typeof fact === 'string' ? fact : '');

function sentenceText(what: string, by: Bilingual, about: Bilingual, facts: Facts): Bilingual {
  const setting = typeof facts['setting'] === 'string' ? settingBy(facts['setting']) : null;
  if (setting && what.endsWith(' set')) {
    const { label } = setting;
    const [was, is] = [facts['was'], facts['is']].map((text) =>
      typeof text !== 'string' || text === ''
        ? SUBJECTS['empty']
        : settingToShow(setting, settingValue(setting, text) ?? text),
    );
    return withFacts(SETTING_CHANGED, { by, label, was: was ?? '', is: is ?? '' });
  }
  const text = AUDIT_SENTENCES[what];
  const more = { name: wordOf(facts['name']), role: wordOf(facts['role']) };
  return text ? withFacts(text, { by, about, ...more }) : withFacts(OTHER_ACTION, { by, about, what });
}
