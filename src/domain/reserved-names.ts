import { hasBotMark } from './bots.ts';
import { GUEST_MARK } from './guests.ts';
import { skeletonOf, skeletonsOf } from './skeleton.ts';

/** Names that speak for the server, in every spelling of which only letters and digits count (RULE-9). */
const NAMES = `
  admin admins administrator administrators admin_notice sysadmin superadmin root system moderator official
  support customer-service help helpdesk service-desk security webmaster postmaster hostmaster abuse
  noreply parley
  管理员 系统管理员 超级管理员 管理員 系統管理員 系统 系統 系统消息 系统通知 系统公告
  客服 在线客服 官方客服 客服中心 官方 官方账号 安全中心 帮助中心
  администратор админ поддержка система διαχειριστής`;

const RESERVED: ReadonlySet<string> = new Set(
  NAMES.trim()
    .split(/\s+/)
    .map((name) => bare(skeletonOf(name))),
);

/** Removes accents, blanks and punctuation; an i and an l count as one stroke. */
function bare(skeleton: string): string {
  return skeleton.replace(/[^\p{L}\p{N}]/gu, '').replaceAll('i', 'l');
}

/** The marks of bots and guests are reserved as well (BOT-2, GUEST-3). */
export const isReserved = (name: string): boolean =>
  hasBotMark(name) ||
  name.includes(GUEST_MARK) ||
  skeletonsOf(name).some((skeleton) => RESERVED.has(bare(skeleton)));
