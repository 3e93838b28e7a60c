import pg from 'pg';
import { checkingLimits as limits } from '../../kernel/limits.ts';
import { damagedBlocks } from './postgres-blocks.ts';
import { postgresStoreError } from './postgres-errors.ts';

interface Relation {
  /** Quoted, with its schema. */
  readonly name: string;
  readonly kind: 'r' | 'i';
}

const RELATIONS = `select format('%I.%I', n.nspname, c.relname) as name, c.relkind as kind
  from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_am a on a.oid = c.relam
  where n.nspname = current_schema()
    and (c.relkind = 'r' or (c.relkind = 'i' and a.amname = 'btree')) order by c.relkind desc, 1`;
const AMCHECK = `select quote_ident(n.nspname) as place from pg_extension e
  join pg_namespace n on n.oid = e.extnamespace where e.extname = 'amcheck'`;
/** Error code for missing superuser rights. */
const DENIED = '42501';

/**
 * Uses `amcheck` if it is installed and allowed; every row of every table is read in any case, including
 * values stored beside it. An unreadable one does not stop the others (CHECK-3).
 */
export async function postgresFaults(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rows: relations } = await client.query<Relation>(RELATIONS);
    const [amcheck] = (await client.query<{ place: string }>(AMCHECK)).rows;
    const faults: string[] = [];
    for (const { name, kind } of relations) {
      const read = kind === 'r' ? await readFaults(client, name) : [];
      const looked = amcheck ? await faultOf(client, lookAt(amcheck.place, { name, kind })) : null;
      for (const fault of new Set([...read, looked])) if (fault !== null) faults.push(`${name}: ${fault}`);
      if (faults.length >= limits.faultsShown) break;
    }
    return faults;
  } catch (error) {
    throw postgresStoreError(error);
  } finally {
    await client.end();
  }
}

/** Names each damaged block of a table that cannot be read as a whole. */
async function readFaults(client: pg.Client, name: string): Promise<readonly string[]> {
  const whole = await faultOf(client, `select sum(length(t::text)) from ${name} as t`);
  if (whole === null) return [];
  const blocks = await damagedBlocks(client, name, limits.faultsShown).catch(() => []);
  return blocks.length === 0 ? [whole] : blocks.map(({ block, fault }) => `block ${block}: ${fault}`);
}

const lookAt = (place: string, { name, kind }: Relation): string =>
  kind === 'i'
    ? `select ${place}.bt_index_check('${name.replaceAll("'", "''")}'::regclass, true)`
    : `select 'block ' || blkno || ': ' || msg as fault
        from ${place}.verify_heapam('${name.replaceAll("'", "''")}'::regclass) limit 1`;

async function faultOf(client: pg.Client, text: string): Promise<string | null> {
  try {
    const [row] = (await client.query<{ fault?: string }>(text)).rows;
    return row?.fault ?? null;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return error.code === DENIED ? null : error.message;
  }
}
