import type { Bilingual } from './bilingual.ts';

/** What can be wrong with the chain of the audit (AUDIT-4). */
export const AUDIT_FAULTS = {
  missing: { zh: '缺少第 {n} 条', en: 'Entry {n} is missing' },
  twice: {
    zh: '第 {n} 条重复或次序不对，排在第 {last} 条之后',
    en: 'Entry {n} stands a second time, or out of its order, after entry {last}',
  },
  changed: { zh: '第 {n} 条被改动过', en: 'Entry {n} was changed' },
  firstChanged: {
    zh: '第 1 条被改动过：它称之前还有一条',
    en: 'Entry 1 was changed: it says that another one was before it',
  },
  torn: {
    zh: '第 {last} 条或第 {n} 条被改动过：两条衔接不上',
    en: 'Entry {last} was changed, or entry {n}: they do not follow from each other',
  },
  another: { zh: '第 {n} 条与当时记下的不同', en: 'Entry {n} is another one than was written down' },
  endChanged: {
    zh: '末尾被改动过：与第 {n} 条衔接不上',
    en: 'The end of the chain was changed: it does not lead to entry {n}',
  },
  pruned: {
    zh: '第 {n} 条已到期清除，现有记录从第 {start} 条之后开始',
    en: 'Entry {n} was pruned; entry {start} is known',
  },
} as const satisfies Readonly<Record<string, Bilingual>>;
