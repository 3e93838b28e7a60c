import { groupId, userId } from '../../domain/ids.ts';
import type { AuditRow, ReadTx } from '../../ports/store.ts';
import { settingBy } from '../admin/settings/settings.ts';
import { settingValue, settingToShow } from '../admin/settings/value.ts';
import { joinFacts, withFacts } from '../kernel/bilingual.ts';
import type { Bilingual } from '../kernel/bilingual.ts';
import { ANSWERS } from '../admin/answers.ts';
import { AUDIT_SENTENCES, FACT_NAMES, OTHER_ACTION, SETTING_CHANGED, SUBJECTS } from './audit-texts.ts';

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
