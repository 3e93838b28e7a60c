import { createHash } from 'node:crypto';
import type { World } from '../world/world-type.ts';
import type { Checker } from './checker.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * The audit log is one chain, across all nodes and crashes; it records every login, never with a name
 * (AUDIT-1 … AUDIT-3), and added login methods (AUDIT-7). Read and hashed without the product's code.
 */
export const auditChecker: Checker = {
  name: 'the audit is one chain, and tells of logins',
  end: (world) => {
    const rows = world.store.rows('audit').toSorted((a, b) => Number(a['n']) - Number(b['n']));
    return [
      ...chain(rows),
      ...ending(world, rows.at(-1)),
      ...logins(world, rows),
      ...ways(world, rows),
      ...names(world, rows),
    ];
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
  const loginCounts = new Map<string, number>();
  for (const { what, by_whom: by } of rows)
    if (what === 'login') loginCounts.set(String(by), (loginCounts.get(String(by)) ?? 0) + 1);
  for (const row of world.store.rows('tokens')) {
    const who = `user ${Number(row['user_id'])}`;
    loginCounts.set(who, (loginCounts.get(who) ?? 0) - 1);
  }
  return [...loginCounts].flatMap(([who, left]) =>
    left < 0 ? [`${who} has ${-left} logins that the audit does not tell of`] : [],
  );
}

/** Every passkey and second step has an audit entry of its enrolment (AUDIT-7). */
function ways(world: World, rows: readonly Row[]): readonly string[] {
  const countOf = (user: unknown, what: string): number =>
    rows.filter((row) => row['what'] === what && row['by_whom'] === `user ${Number(user)}`).length;
  const passkeys = world.store.rows('passkeys').map(({ user_id: user }) => user);
  const steps = world.store.rows('second_steps').filter(({ is_on: isOn }) => Number(isOn) === 1);
  return [
    ...[...new Set(passkeys)].flatMap((user) => {
      const left = countOf(user, 'passkey added') - countOf(user, 'passkey removed');
      const has = passkeys.filter((one) => one === user).length;
      return has <= left ? [] : [`user ${String(user)} has ${has} passkeys, and the audit tells of ${left}`];
    }),
    ...steps.flatMap(({ user_id: user }) =>
      countOf(user, 'second step on') > countOf(user, 'second step off')
        ? []
        : [`user ${String(user)} has a second step of which the audit tells nothing`],
    ),
  ];
}

function names(world: World, rows: readonly Row[]): readonly string[] {
  const text = JSON.stringify(rows);
  return world.people.flatMap(({ account }) =>
    text.includes(account) ? [`the audit tells the name ${account}`] : [],
  );
}
