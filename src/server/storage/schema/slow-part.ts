import type { Engine } from '../plan.ts';

const TYPE = String.raw`(?:text(?: collate c)?|integer|bigint|boolean|real|double precision|blob|bytea)`;
const CONSTANT = String.raw`(?:-?\d+(?:\.\d+)?|'[^']*'|true|false|null)`;
const DEFAULT = `(?: default ${CONSTANT})?`;
const TABLE = /^create table (?:if not exists )?(\S+) \((?!.*\) as select\b)/;
const INDEX = /^create (?:unique )?index (?:if not exists )?\S+ on (\S+) ?\(/;
const COLUMN = new RegExp(`^alter table (\\S+) add column \\S+ ${TYPE}${DEFAULT}( not null)?${DEFAULT}$`);
const ROWS = /^insert into (\S+) \([^()]*\) values\b/;
/** Statements whose code runs later and reads no row now. */
const CODE = /^create (?:or replace )?(?:function|trigger|view)\b/;
const TRIGGER = /^create trigger .*? on (\S+)(?: for each row| begin| when| execute|$)/;
/** One engine only forgets these. The other reads them all, to put their pages on its list of free ones. */
const DROPPED =
  /^(?:drop (?:index|table|view) |alter table (?=\S+ drop column \S+$))(\S+)(?: drop column \S+)?$/;
const REFERENCES = /\breferences (\S+)/g;

const plain = (text: string): string => text.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim().toLowerCase();

/**
 * Returns why these statements may block writers for longer than an instant: null if none of them reads
 * existing rows. Unknown statements count as slow.
 */
export function slowPart(statements: readonly string[], engine: Engine): string | null {
  const made = new Set<string>();
  const locked = new Set<string>();
  for (const text of statements.map(plain)) {
    const table = TABLE.exec(text)?.[1];
    if (table !== undefined) made.add(table);
    else if (!isQuick(text, engine, made)) return text;
    const others = [COLUMN, DROPPED, TRIGGER].map((one) => one.exec(text)?.[1] ?? '');
    for (const name of [...others, ...[...text.matchAll(REFERENCES)].map(([, one = '']) => one)])
      if (name !== '' && !made.has(name)) locked.add(name.replace(/\(.*/, ''));
  }
  // Holding one lock while waiting for the next blocks all users.
  return engine === 'postgres' && locked.size > 1 ? `locks on ${[...locked].join(' and ')} at a time` : null;
}

function isQuick(text: string, engine: Engine, made: ReadonlySet<string>): boolean {
  const fresh = INDEX.exec(text)?.[1] ?? ROWS.exec(text)?.[1];
  if (fresh !== undefined) return made.has(fresh);
  const column = COLUMN.exec(text);
  if (column) return column[2] === undefined || / default (?!null)/.test(text);
  return CODE.test(text) || (engine === 'postgres' && DROPPED.test(text));
}
