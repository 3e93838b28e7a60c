import { DAY } from '../../domain/duration.ts';
import { groupId, userId } from '../../domain/ids.ts';
import type { AuditRow, ReadTx } from '../../ports/store.ts';
import { labelOf } from '../admin/settings/declaration.ts';
import { settingBy } from '../admin/settings/settings.ts';
import { settingToShow, settingValue } from '../admin/settings/value.ts';
import { type Phrase, joined, keyFor, phrase } from '../kernel/phrase.ts';

type Facts = Readonly<Record<string, unknown>>;

/** One entry as a sentence with names, and the facts that the sentence leaves out (CONSOLE-12). */
export interface AuditSentence {
  readonly sentence: Phrase;
  readonly details: Phrase;
}

/** Facts that a sentence already contains. */
const IN_SENTENCE = new Set(['setting', 'was', 'is', 'name', 'role']);

/** Users and groups, by the words that the audit uses for them. */
export type Names = ReadonlyMap<string, string>;

/** An administrator at the console is "user 7", and in reports "host user 7". */
const withoutHost = (by: string): string => by.replace(/^host (?=user )/, '');

export const nameOf = (by: string, names: Names): Phrase => subjectText(withoutHost(by), names);

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
    .flatMap(([name, value]) => detailOf(name, value) ?? []);
  return { sentence: sentenceText(row.what, by, about, facts), details: joined(details) };
}

/** Counts that are left out if they are 0. */
const COUNTS = new Set(['ended', 'logins', 'passkeys']);

/** A fact in words; null: the entry is complete without it. */
function detailOf(name: string, value: unknown): Phrase | null {
  if (value === false || value === null || value === '' || (value === 0 && COUNTS.has(name))) return null;
  const key = keyFor('fact', name);
  const label = key ? phrase(key) : name;
  return value === true ? label : phrase('audited.detail', { name: label, value: valueIn(name, value) });
}

function valueIn(name: string, value: unknown): Phrase {
  if (name === 'lifeMs' && typeof value === 'number')
    return phrase('answer.days', { count: Math.max(1, Math.round(value / DAY)) });
  const key = name === 'way' ? keyFor('way', textOf(value)) : null;
  if (key) return phrase(key);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The actor or object of an entry: its name, or the first word that the audit stores. */
function subjectText(subject: string, names: Names): Phrase {
  const name = names.get(subject);
  if (name !== undefined) return name;
  const [kind = '', ...rest] = subject.split(' ');
  if (kind === 'account' || kind === 'passkey') return rest.join(' ');
  const key = keyFor('subject', kind);
  return key ? phrase(key, { rest: rest.join(' ') }) : subject;
}

const textOf = (fact: unknown): string => (typeof fact === 'string' ? fact : '');

function sentenceText(what: string, by: Phrase, about: Phrase, facts: Facts): Phrase {
  const setting = typeof facts['setting'] === 'string' ? settingBy(facts['setting']) : null;
  if (setting && what.endsWith(' set')) {
    const valueOf = (text: unknown): Phrase =>
      typeof text !== 'string' || text === ''
        ? phrase('subject.empty')
        : settingToShow(setting, settingValue(setting, text) ?? text);
    const [was, is] = [valueOf(facts['was']), valueOf(facts['is'])];
    return phrase('audited.setting', { by, label: labelOf(setting), was, is });
  }
  const key = keyFor('audit', what);
  if (key === null) return phrase('audited.other', { by, what, about });
  const role = keyFor('role', textOf(facts['role']));
  return phrase(key, {
    by,
    about,
    name: textOf(facts['name']),
    role: role ? phrase(role) : textOf(facts['role']),
    count: typeof facts['people'] === 'number' ? facts['people'] : 0,
  });
}
