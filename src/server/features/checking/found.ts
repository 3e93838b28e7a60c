import type { CheckedPlace, CheckedSeq } from '../../../ports/store.ts';
import type { Bilingual } from '../../kernel/bilingual.ts';

/** Problems a check can find (CHECK-1). */
export const FINDING_TEXTS = {
  engine: { zh: '数据库：{fault}', en: 'database: {fault}' },
  unreadable: { zh: '无法读取{what}：{fault}', en: 'cannot read {what}: {fault}' },
  someMessages: { zh: '编号 {from} 到 {upTo} 的消息', en: 'messages with numbers {from} to {upTo}' },
  messageDamaged: {
    zh: '{stream}：消息 {at} 已损坏，与保存时不同',
    en: '{stream}: message {at} is damaged, it is not as it was stored',
  },
  file: { zh: '文件 {id}', en: 'file {id}' },
  bytesDamaged: {
    zh: '文件 {id}：内容已损坏，校验和与收到时不同，存为 {key}',
    en: 'file {id}: its bytes are damaged, their checksum is not that of the upload, kept as {key}',
  },
  audit: { zh: '审计：{fault}', en: 'audit: {fault}' },
  messageTwice: {
    zh: '{stream}：消息 {at} 还在，却又记为已删除',
    en: '{stream}: message {at} is stored and also marked as deleted',
  },
  messageMissing: {
    zh: '{stream}：缺少消息 {at}，也没有它的删除记录',
    en: '{stream}: message {at} is missing and not marked as deleted',
  },
  floorAbove: {
    zh: '{stream}：起点 {floor} 大于终点 {head}',
    en: '{stream}: its floor {floor} is above its head {head}',
  },
  strayEvent: {
    zh: '{stream}：存在事件 {at}，超出了 {from} 到 {head} 的范围',
    en: '{stream}: event {at} is outside the range {from} to {head}',
  },
  eventMissing: { zh: '{stream}：缺少事件 {at}', en: '{stream}: event {at} is missing' },
  strayMessage: {
    zh: '{stream}：存在消息 {at}，但会话没有这么多消息，或会话不存在',
    en: '{stream}: message {at} is beyond the end of its conversation, or the conversation does not exist',
  },
  member: { zh: '{stream}：用户 {user} {fault}', en: '{stream}: user {user} {fault}' },
  personUnknown: { zh: '是成员，但没有这个账号', en: 'is a member, but the account does not exist' },
  stranger: { zh: '不是这个会话中的人', en: 'does not belong to this conversation' },
  streamUnknown: {
    zh: '所在的会话不存在',
    en: 'is a member of a conversation that does not exist',
  },
  beyond: { zh: '{what} {at}，而最后一条是 {last}', en: '{what} {at}, but the last one is {last}' },
  counts: {
    zh: '{group}：记为 {members} 名成员，实际有 {memberships} 名',
    en: '{group}: {members} members counted, {memberships} found',
  },
  nobody: { zh: '无人', en: 'no one' },
  endedOwned: {
    zh: '{group}：已解散，群主却仍是用户 {led}',
    en: '{group}: is dissolved, but user {led} still owns it',
  },
  otherOwner: {
    zh: '{group}：群主记为用户 {owner}，按成员则是 {led}',
    en: '{group}: the owner is user {owner}, but its members name {led}',
  },
  fileUnknown: {
    zh: '文件 {id}：{holder} 中用到它，但没有它的记录',
    en: 'file {id}: {holder} refer to it, but it is not recorded',
  },
  bytes: {
    zh: '文件 {id}：{is}，应有 {due} 字节，存为 {key}',
    en: 'file {id}: {is}, expected {due} bytes stored as {key}',
  },
  bytesGone: { zh: '内容已丢失', en: 'its content is missing' },
  bytesThere: { zh: '现有 {size} 字节', en: '{size} bytes found' },
} as const satisfies Readonly<Record<string, Bilingual>>;

export type Pointing = CheckedPlace | CheckedSeq;

/** Fields of a membership that exceed the end, in Chinese; the keys are the English names. */
export const POINTING: Readonly<Record<Pointing, string>> = {
  'begins after message': '可见消息始于',
  'has read up to message': '已读到消息',
  'is told as having read up to message': '对外显示已读到消息',
  'has seen mentions up to message': '提及已看到消息',
  'begins after event': '可见事件始于',
  'ended with event': '离开时的事件为',
};

/** Checked items, in Chinese; the keys are the English names. */
export const COUNTED = {
  conversations: '会话',
  'messages with deleted ones': '消息（含已删除的）',
  events: '事件',
  memberships: '成员关系',
  groups: '群',
  files: '文件',
  'entries of the audit': '审计记录',
} as const;

export type Counted = keyof typeof COUNTED;
