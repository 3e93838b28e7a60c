import { createHash } from 'node:crypto';
import type { World } from '../world/world-type.ts';
import type { Checker } from './checker.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * The audit is one chain, whatever nodes wrote it and however they ended; who is logged in stands there, and
 * nobody by a name (AUDIT-1, AUDIT-2, AUDIT-3). Read and hashed without the product's own code.
 */
export const auditChecker: Checker = {
  name: 'the audit is one chain, and tells of logins',
  end: (world) => {
    const rows = world.store.rows('audit').toSorted((a, b) => Number(a['n']) - Number(b['n']));
    return [...chain(rows), ...ending(world, rows.at(-1)), ...logins(world, rows), ...names(world, rows)];
  },
};

function chain(rows: readonly Row[]): readonly string[] {
  let before: unknown = '';
  return rows.flatMap((row, at) => {
    const { n, at_ms, by_whom, what, about, facts, hash } = row;
    const text = JSON.stringify([n, at_ms, by_whom, what, about, facts, row['before']]);
    const right = createHash('sha256').update(text).digest('hex') === hash;
    const follows = n === at + 1 && row['before'] === before;
    before = hash;
    return right && follows ? [] : [`entry ${String(n)} of the audit does not follow from the one before`];
  });
}

function ending(world: World, last: Row | undefined): readonly string[] {
  const head = world.store.rows('audit_ends').find(({ name }) => name === 'head');
  return head?.['n'] === last?.['n'] && head?.['hash'] === last?.['hash']
    ? []
    : ['the audit does not end where it says'];
}

/** A login is there with its entry, or neither is. */
function logins(world: World, rows: readonly Row[]): readonly string[] {
  const told = new Map<string, number>();
  for (const { what, by_whom: by } of rows)
    if (what === 'login') told.set(String(by), (told.get(String(by)) ?? 0) + 1);
  for (const row of world.store.rows('tokens')) {
    const who = `user ${Number(row['user_id'])}`;
    told.set(who, (told.get(who) ?? 0) - 1);
  }
  return [...told].flatMap(([who, left]) =>
    left < 0 ? [`${who} has ${-left} logins that the audit does not tell of`] : [],
  );
}

function names(world: World, rows: readonly Row[]): readonly string[] {
  const text = JSON.stringify(rows);
  return world.people.flatMap(({ account }) =>
    text.includes(account) ? [`the audit tells the name ${account}`] : [],
  );
}
