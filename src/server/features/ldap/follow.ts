import type { LdapPeople } from '../../../ports/ldap.ts';
import type { OpenIdRow } from '../../../ports/store.ts';
import { noteAudit } from '../../kernel/audit.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';
import { FailedRows, NO_RETRIES } from '../../kernel/row-retries.ts';
import type { RowRetries } from '../../kernel/row-retries.ts';
import { jobLimits } from '../../kernel/job-limits.ts';
import { ldapLimits as limits } from '../../kernel/limits.ts';
import { setActive } from '../auth/own-account.ts';
import { LDAP } from '../auth/new-password.ts';
import { followGroup } from '../groups/ldap-groups.ts';

/**
 * Checks the organisation's users, on every node: a second node finds it done. Users removed there are
 * disabled here, with an audit entry (LDAP-7). A server that does not answer, or returns no users at all,
 * changes nothing.
 */
export async function followLdap(core: Core, retries: RowRetries = NO_RETRIES): Promise<void> {
  if (!core.ldap) return;
  // Reads the links first: the directory's answer lacks users that are linked after it.
  const rows = await linked(core);
  const people = await core.ldap.everybody();
  if (people === 'away') return;
  if (people.ids.size === 0) {
    core.log.write('warn', 'the LDAP server names nobody, so nothing was changed', {});
    return;
  }
  const here = await activeOf(core, rows);
  const missing = here.filter(({ subject }) => !people.ids.has(subject));
  if (isTooMany(core, missing.length, here.length)) return;
  for (const row of missing) await retries.attempt(row.user, () => disable(core, row));
  await followGroups(core, people, rows, retries);
}

async function linked({ store }: Core): Promise<readonly OpenIdRow[]> {
  const rows: OpenIdRow[] = [];
  for (let after = ''; ; after = rows.at(-1)?.subject ?? '') {
    const page = await store.read((tx) => tx.openIds.ofIssuer(LDAP, after, limits.pageSize));
    rows.push(...page);
    if (page.length < limits.pageSize) return rows;
  }
}

async function activeOf({ store }: Core, rows: readonly OpenIdRow[]): Promise<readonly OpenIdRow[]> {
  const active: OpenIdRow[] = [];
  for (let from = 0; from < rows.length; from += limits.pageSize) {
    const part = rows.slice(from, from + limits.pageSize);
    const users = await store.read((tx) => tx.users.byIds(part.map(({ user }) => user)));
    active.push(...part.filter(({ user }) => users.get(user)?.active === true));
  }
  return active;
}

/** A wrong filter or an empty branch must not sign out a whole organisation (LDAP-10). */
function isTooMany({ settings, log }: Core, missingCount: number, of: number): boolean {
  if (settings.ldapDisablesMany === true) return false;
  if (missingCount <= Math.max(jobLimits.removalsMin, of * jobLimits.removalsShare)) return false;
  log.write('error', 'many people are gone from the LDAP server, so nothing was changed', {
    gone: missingCount,
    of,
    confirm: 'if that is right, start once with LDAP_DISABLE_MANY=1',
  });
  return true;
}

async function disable(core: Core, { user, subject }: OpenIdRow): Promise<void> {
  await command(core, async (tx, record) => {
    const isLinked = (await tx.openIds.of(LDAP, subject))?.user === user;
    if (!isLinked || !(await tx.users.byId(user))?.active) return;
    await setActive(tx, record, user, false);
    await noteAudit(core.passwords, tx, {
      by: 'server',
      what: 'user disable',
      about: `user ${user}`,
      facts: { provider: LDAP },
    });
  });
}

async function followGroups(
  core: Core,
  people: LdapPeople,
  rows: readonly OpenIdRow[],
  retries: RowRetries,
): Promise<void> {
  for (const [group, ids] of people.groups) {
    if ((await core.store.read((tx) => tx.groups.byId(group))) === null) {
      core.log.write('warn', 'LDAP_GROUPS names a group that does not exist here: correct its number', {
        group,
      });
      continue;
    }
    const members = new Set(rows.filter(({ subject }) => ids.has(subject)).map(({ user }) => user));
    const everybody = rows.map(({ user }) => user);
    const changed = await retries.attempt(`group ${group}`, () =>
      followGroup(core, group, members, everybody),
    );
    if (changed) core.log.write('info', 'members follow the LDAP server', { group, changed });
  }
}

export function startFollowingLdap(core: Core): StopJob {
  // The console may set it up later.
  if (!core.ldap && !core.makeServices) return () => Promise.resolve();
  const rows = new FailedRows(core, 'a person or a group did not follow the LDAP server');
  return startJob(core, {
    rows,
    failed: 'the LDAP server was not followed',
    waitMs: () => limits.everyMs,
    atOnce: true,
    work: () => followLdap(core, rows),
  });
}
