import type { Bilingual } from './bilingual.ts';

/** Faults of the audit chain (AUDIT-4). */
export const AUDIT_FAULTS = {
  missing: { zh: '缺少第 {n} 条', en: 'Entry {n} is missing' },
  twice: {
    zh: '第 {n} 条重复或次序不对，排在第 {last} 条之后',
    en: 'Entry {n} is repeated or out of order, after entry {last}',
  },
  changed: { zh: '第 {n} 条被改动过', en: 'Entry {n} was changed' },
  firstChanged: {
    zh: '第 1 条被改动过：它称之前还有一条',
    en: 'Entry 1 was changed: it refers to an entry before it',
  },
  torn: {
    zh: '第 {last} 条或第 {n} 条被改动过：两条衔接不上',
    en: 'Entry {last} or entry {n} was changed: they do not match',
  },
  another: { zh: '第 {n} 条与当时记下的不同', en: 'Entry {n} differs from the one that was noted' },
  endChanged: {
    zh: '末尾被改动过：与第 {n} 条衔接不上',
    en: 'The end of the chain was changed: it does not match entry {n}',
  },
  pruned: {
    zh: '第 {n} 条已到期清除，现有记录从第 {start} 条之后开始',
    en: 'Entry {n} has expired. The log begins after entry {start}',
  },
} as const satisfies Readonly<Record<string, Bilingual>>;
