import type { Pool } from 'pg';
import type { Log } from '../../../ports/log.ts';
import { postgresLimits as limits } from '../../kernel/store-limits.ts';

/** A page that the engine names: its block, and the file of its table or index. */
const PLACE = /(\d+)\D+base\/\d+\/(\d+)/;
const NAME = `select coalesce(o.relname, c.relname) as table, c.relkind = 'i' as "isIndex"
  from pg_class as c left join pg_index as i on i.indexrelid = c.oid
  left join pg_class as o on o.oid = i.indrelid or o.reltoastrelid = c.oid
  where pg_relation_filenode(c.oid) = $1::oid`;

interface RelationName {
  readonly table: string;
  readonly isIndex: boolean;
}

/** Pages that could not be read since the start, each named once in the log (OPS-20). */
export class PostgresDamage {
  /** Places by the engine's message. */
  private readonly known = new Map<string, string>();

  constructor(
    private readonly pool: Pick<Pool, 'query'>,
    private readonly log: Log,
  ) {}

  places(): readonly string[] {
    return [...this.known.values()];
  }

  note(fault: string): void {
    if (this.known.has(fault) || this.known.size >= limits.damagedMax) return;
    this.known.set(fault, fault);
    void this.named(fault);
  }

  private async named(fault: string): Promise<void> {
    const place = await this.placeOf(fault).catch(() => fault);
    this.known.set(fault, place);
    this.log.write('error', 'a part of the database cannot be read', { place, fault });
  }

  private async placeOf(fault: string): Promise<string> {
    const [, block, file] = PLACE.exec(fault) ?? [];
    if (file === undefined) return fault;
    const [row] = (await this.pool.query<RelationName>(NAME, [file])).rows;
    if (!row) return fault;
    return `block ${block} of ${row.isIndex ? 'an index of ' : ''}${row.table}`;
  }
}
