import { sql } from 'kysely';
import type { MsgId } from '../../../domain/ids.ts';
import { messageDigest } from './message-digest.ts';
import type { DigestedMessage } from './message-digest.ts';
import type { FillingChange } from './change-kinds.ts';

/** Version of the change below. */
export const DIGESTS = 73;

/**
 * Adds a digest of each message (CHECK-2); null: unknown. A message edited by an earlier server keeps the old
 * digest, so all are computed again once that server is gone, and compared only then.
 */
export const addDigests: FillingChange = {
  version: DIGESTS,
  kind: 'filling',
  keepsOlder: true,
  statements: (db) => [db.schema.alterTable('messages').addColumn('digest', 'bigint')],
  table: 'messages',
  key: ['msg_id'],
  step: () => [],
  fill: async (target, rows) => {
    const { builder, engine } = target;
    // The lock prevents a concurrent edit, which would leave a digest of the former text.
    const lock = engine === 'postgres' ? sql`for update` : sql``;
    const query = sql`select * from messages where ${rows} ${lock}`.compile(builder);
    const readRows = (await target.run(query.sql, query.parameters)) as readonly (DigestedMessage & {
      readonly msg_id: MsgId;
    })[];
    if (readRows.length === 0) return;
    const cases = readRows.map((row) => sql`when ${row.msg_id} then cast(${messageDigest(row)} as bigint)`);
    const put = sql`update messages set digest = case msg_id ${sql.join(cases, sql` `)} end
      where ${rows}`.compile(builder);
    await target.run(put.sql, put.parameters);
  },
};
