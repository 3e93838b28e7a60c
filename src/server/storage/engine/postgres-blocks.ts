import pg from 'pg';

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
    const fault = await faultOf(client, table, [from, upTo]);
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
async function faultOf(
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
