import type { ReportReason } from '../../domain/report.ts';
import type { ReportLook } from '../../ports/store.ts';
import type { Bilingual } from '../kernel/bilingual.ts';

/** Texts of report commands (CONSOLE-8). */
export const REPORT_WORDS = {
  whichReport: {
    zh: '请填举报的编号，见“列出举报”',
    en: 'Give the number of the report. "reports list" shows it',
  },
  whichDecision: {
    zh: '处理应为 dismiss、delete 或 disable',
    en: 'The decision must be dismiss, delete or disable',
  },
  longNote: { zh: '备注最多 {max} 个字符', en: 'A note has at most {max} characters' },
  inAll: { zh: '共 {total} 条', en: '{total} in total' },
  fileSaved: { zh: '已将 {name} 存为 {path}', en: 'Saved {name} as {path}' },
  decided: { zh: '举报 {id}：{what}', en: 'Report {id}: {what}' },
  missing: { zh: '（已不存在）', en: '(gone)' },
  person: { zh: '{account}“{realname}”（{id}）', en: '{account} “{realname}” ({id})' },
  aMessage: { zh: '{person}的消息', en: 'message of {person}' },
  aPerson: { zh: '用户 {person}', en: 'user {person}' },
  aGroup: { zh: '群“{name}”', en: 'group “{name}”' },
  waits: { zh: '待处理', en: 'waiting' },
  message: {
    zh: '消息：{id}，{stream} {place} 中的第 {n} 条',
    en: 'Message: {id}, number {n} of {stream} {place}',
  },
  sent: {
    zh: '发送：{at}，{person}，修改过 {rev} 次',
    en: 'Sent: {at} by {person}, edited {rev} times',
  },
  content: { zh: '内容：{type} {content}', en: 'Content: {type} {content}' },
  details: { zh: '详情：{extra}', en: 'Details: {extra}' },
  thePerson: { zh: '用户：{person}', en: 'User: {person}' },
  motto: { zh: '个性签名：{motto}', en: 'Bio: {motto}' },
  theGroup: { zh: '群：{stream} {name}，群主 {owner}', en: 'Group: {stream} {name}, owner {owner}' },
  notice: { zh: '公告：{text}', en: 'Notice: {text}' },
  about: { zh: '简介：{text}', en: 'About: {text}' },
  rules: { zh: '群规：{text}', en: 'Rules: {text}' },
  decision: {
    zh: '处理：{what}，{by}，{at}，{note}；{erased} 清除',
    en: 'Decided: {what} by {by}, {at}, {note}. Deleted on {erased}',
  },
  report: {
    zh: '举报 {id}，{at}，举报人 {reporter}：{reason} {words}',
    en: 'Report {id}, {at}, by {reporter}: {reason} {words}',
  },
  file: { zh: '文件：{id}，见“下载附件”', en: 'File: {id}, see "reports save"' },
  undecided: { zh: '等待处理', en: 'Waiting for a decision' },
  look: { zh: '  {at} {by} {did}', en: '  {at} {by} {did}' },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** Actions of moderators on a report. */
export const DID: Readonly<Record<ReportLook['did'], Bilingual>> = {
  shown: { zh: '查看', en: 'shown' },
  saved: { zh: '下载附件', en: 'saved' },
  dismissed: { zh: '不予处理', en: 'dismissed' },
  deleted: { zh: '已删除消息', en: 'deleted' },
  disabled: { zh: '已停用账号', en: 'disabled' },
};

/** Why people report something. */
export const REASON_WORDS: Readonly<Record<ReportReason, Bilingual>> = {
  spam: { zh: '垃圾信息', en: 'spam' },
  abuse: { zh: '辱骂或骚扰', en: 'abuse' },
  violence: { zh: '暴力或威胁', en: 'violence' },
  sexual: { zh: '色情内容', en: 'sexual' },
  fraud: { zh: '欺诈或冒充他人', en: 'fraud' },
  other: { zh: '其他', en: 'other' },
};
