import { BadSetting } from '../../kernel/bad-setting.ts';
import type { Store } from '../../../ports/store.ts';
import { openPostgres } from './open-postgres.ts';
import type { PostgresOptions } from './open-postgres.ts';
import type { PostgresStore } from './postgres-store.ts';
import { TwoDatabases } from './two-databases.ts';
import type { TwoFaults } from './two-databases.ts';
import { USUAL_SECOND } from './two-places.ts';
import type { SecondFrom } from './two-places.ts';

interface TwoOptions extends PostgresOptions {
  readonly secondUrl: string;
  readonly from?: SecondFrom;
  readonly between?: TwoFaults;
}

/** The role a database has recorded, of two. */
interface Role {
  readonly first: string | null;
  readonly second: string | null;
  readonly home: string;
  /** Which one it is, of all there are. */
  readonly place: string;
  readonly inUse: boolean;
}

const ROLE = `select (select value from meta where key = 'first') as first,
  (select value from meta where key = 'second') as second,
  (select value from meta where key = 'home') as home,
  pg_postmaster_start_time()::text || current_database() || 'meta'::regclass::oid::text
    || coalesce(inet_server_port()::text, '') as place,
  exists (select from users) or exists (select from messages) as "inUse"`;
const KEEP = 'insert into meta (key, value) values ($1, $2) on conflict (key) do nothing';
const PROMISES = `select current_setting('max_prepared_transactions')::int as max`;
const NUMBERED = [
  ['groups', 'id'],
  ['messages', 'msg_id'],
  ['group_links', 'id'],
] as const;

/**
 * Opens the databases of `DATABASE_URL` and `DATABASE_URL_2` as one (TWO-1).
 * @throws BadSetting they do not belong together
 */
export async function openTwoDatabases({ secondUrl, from, between, ...options }: TwoOptions): Promise<Store> {
  const first = await openPostgres(options);
  let second: PostgresStore | null = null;
  try {
    second = await openPostgres({ ...options, url: secondUrl });
    await join(first, second, from ?? USUAL_SECOND);
    const two = new TwoDatabases(first, second, options, from ?? USUAL_SECOND, between);
    await two.begin();
    return two;
  } catch (error) {
    await Promise.all([first.close(), second?.close()]);
    throw error;
  }
}

/** @throws BadSetting it is one of two, and the other one is not named */
export async function mustBeWhole(store: PostgresStore): Promise<void> {
  const role = await roleOf(store);
  if (role.second !== null)
    throw new BadSetting('DATABASE_URL is the first of two databases: set DATABASE_URL_2 as well');
  if (role.first !== null)
    throw new BadSetting('DATABASE_URL is the second of two databases: name the first one there');
}

async function join(first: PostgresStore, second: PostgresStore, from: SecondFrom): Promise<void> {
  const [one, other] = [await roleOf(first), await roleOf(second)];
  if (one.place === other.place) throw new BadSetting('DATABASE_URL_2 is the same database as DATABASE_URL');
  if (one.first !== null)
    throw new BadSetting('DATABASE_URL is the second of two databases: name the first one there');
  if (other.second !== null || (other.first ?? one.home) !== one.home)
    throw new BadSetting('DATABASE_URL_2 belongs to another database than DATABASE_URL');
  if ((one.second ?? other.home) !== other.home)
    throw new BadSetting('DATABASE_URL has another second database than DATABASE_URL_2');
  if (other.first === null && other.inUse) throw new BadSetting('DATABASE_URL_2 must be an empty database');
  const [promises] = await first.ask<{ max: number }>(PROMISES);
  if ((promises?.max ?? 0) === 0)
    throw new BadSetting(
      'the server of DATABASE_URL needs max_prepared_transactions above 0, best as many as max_connections',
    );
  for (const [table, column] of NUMBERED) {
    const begin = table === 'groups' ? from.groups : from.numbers;
    await second.ask(
      `select setval(name, $1, false) from pg_get_serial_sequence($2, $3) as name, pg_sequences as s
        where s.schemaname = current_schema() and name = format('%I.%I', s.schemaname, s.sequencename)
        and coalesce(s.last_value, 0) < $1`,
      [begin, table, column],
    );
  }
  // Runs before the first knows of it: an interrupted one restarts.
  await second.ask(KEEP, ['first', one.home]);
  await first.ask(KEEP, ['second', other.home]);
}

async function roleOf(store: PostgresStore): Promise<Role> {
  const [role] = await store.ask<Role>(ROLE);
  if (!role) throw new Error('a query without a table has one row');
  return role;
}
