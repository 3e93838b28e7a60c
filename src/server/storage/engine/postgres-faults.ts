import pg from 'pg';
import { checkingLimits as limits } from '../../kernel/limits.ts';
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
      const amcheckFault = amcheck ? await faultOf(client, lookAt(amcheck.place, { name, kind })) : null;
      for (const fault of new Set([...read, amcheckFault]))
        if (fault !== null) faults.push(`${name}: ${fault}`);
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

/** Blocks that are read at a time while none is damaged: 8 MiB. */
const SPAN = 1_024;
const BLOCKS = `select (pg_relation_size($1::regclass) / current_setting('block_size')::bigint)::int as blocks`;
/** A page of a table, of an index, or of what is stored beside it. */
const DAMAGED = /^XX00[12]$/;

export interface DamagedBlock {
  readonly block: number;
  /** The engine's message. */
  readonly fault: string;
}

/**
 * Reads every row of a table in ranges of blocks, and halves a range that cannot be read until its damaged
 * blocks are known (CHECK-3). `table`: quoted, with its schema. It stops after `most` of them.
 */
export async function damagedBlocks(
  client: Pick<pg.Client, 'query'>,
  table: string,
  most: number,
): Promise<readonly DamagedBlock[]> {
  const { rows } = await client.query<{ blocks: number }>(BLOCKS, [table]);
  const blocks = rows[0]?.blocks ?? 0;
  const damaged: DamagedBlock[] = [];
  const look = async (from: number, upTo: number): Promise<void> => {
    if (from >= upTo || damaged.length >= most) return;
    const fault = await rangeFault(client, table, [from, upTo]);
    if (fault === null) return;
    if (upTo - from === 1) return void damaged.push({ block: from, fault });
    const middle = Math.floor((from + upTo) / 2);
    await look(from, middle);
    await look(middle, upTo);
  };
  for (let from = 0; from < blocks; from += SPAN) await look(from, Math.min(from + SPAN, blocks));
  return damaged;
}

/** Reads rows as text, which includes values stored beside them. */
async function rangeFault(
  client: Pick<pg.Client, 'query'>,
  table: string,
  [from, upTo]: readonly [number, number],
): Promise<string | null> {
  try {
    await client.query(
      `select count(t::text) from ${table} as t where ctid >= '(${from},0)' and ctid < '(${upTo},0)'`,
    );
    return null;
  } catch (error) {
    if (error instanceof pg.DatabaseError && DAMAGED.test(error.code ?? '')) return error.message;
    throw error;
  }
}
