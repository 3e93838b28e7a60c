import pg from 'pg';
import { postgresLimits as limits } from '../../kernel/store-limits.ts';
import { StoreBusyError } from '../../kernel/store-errors.ts';
import { NODE_PATTERN } from '../schema/tables-blocks.ts';
import { postgresStoreError } from './postgres-errors.ts';

/** Lock of the cleaning process, for the lifetime of its connection. */
const CLEANING_LOCK = 5_251_977_003;

/** Tables with words of users; the rows of the others are IDs and numbers. */
const WORDS = [
  'messages',
  'word_blocks',
  'scheduled',
  'reminders',
  'moments',
  'comments',
  'kept',
  'reports',
  'friends',
  'users',
  'groups',
  'group_requests',
  'group_lines',
  'files',
  'ops',
];
const CHANGES = `select relname as name, (n_tup_upd + n_tup_del)::text as changes from pg_stat_user_tables
  where schemaname = current_schema() and relname = any($1) and n_dead_tup > 0`;
const NODES = `select count(*)::int as count from pg_stat_activity where datname = current_database()
  and pid <> pg_backend_pid() and application_name ~ $1`;
/** Error code for a missing privilege. */
const DENIED = '42501';

interface Changed {
  readonly name: string;
  readonly changes: string;
}

/**
 * Vacuums tables whose rows were deleted or changed, so that no query finds the words again (DATA-14). The
 * automatic vacuum waits until a fifth of a table is dead, which takes months in a large one.
 */
export class PostgresCleaner {
  /** The changes of each table when it was last vacuumed. */
  private readonly cleaned = new Map<string, string>();

  constructor(private readonly connection: pg.ClientConfig) {}

  /** Uses a separate connection: a vacuum runs outside of transactions and may take a minute. */
  async step(): Promise<void> {
    await connected({ ...this.connection, statement_timeout: limits.cleanMs }, async (client) => {
      const { rows: lock } = await client.query<{ is: boolean }>('select pg_try_advisory_lock($1) as is', [
        CLEANING_LOCK,
      ]);
      if (lock[0]?.is !== true) return;
      await client.query(`set vacuum_cost_delay = ${limits.cleanDelayMs}`);
      const { rows } = await client.query<Changed>(CHANGES, [WORDS]);
      for (const { name, changes } of rows) {
        if (this.cleaned.get(name) === changes) continue;
        // The next step takes a table that is locked now.
        await client.query(`vacuum (skip_locked) "${name}"`);
        this.cleaned.set(name, changes);
      }
    }).catch((error: unknown) => {
      // It took too long; the finished part stays clean.
      if (!(error instanceof StoreBusyError)) throw error;
    });
  }
}

/**
 * Rewrites the tables with words into new files, and answers how many. Each is locked during that.
 * @throws StoreBusyError a server uses the database
 */
export function rewriteTables(url: string): Promise<number> {
  return connected({ connectionString: url }, async (client) => {
    if (!(await hasNoNodes(client))) throw new StoreBusyError('a server uses the database');
    const { rows } = await client.query<{ name: string }>(
      'select tablename as name from pg_tables where schemaname = current_schema() and tablename = any($1)',
      [WORDS],
    );
    for (const { name } of rows) await client.query(`vacuum (full, analyze) "${name}"`);
    // The old files go with it, and the log begins a new segment.
    await client.query('checkpoint').catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError && error.code === DENIED)) throw error;
    });
    return rows.length;
  });
}

/** The database ends the connections of a stopped server a moment after it. */
async function hasNoNodes(client: pg.Client): Promise<boolean> {
  for (let pauses: number = limits.nodePauses; ; pauses -= 1) {
    const { rows } = await client.query<{ count: number }>(NODES, [NODE_PATTERN]);
    if (rows[0]?.count === 0) return true;
    if (pauses === 0) return false;
    await client.query('select pg_sleep($1)', [limits.nodePauseMs / 1000]);
  }
}

async function connected<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw postgresStoreError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
