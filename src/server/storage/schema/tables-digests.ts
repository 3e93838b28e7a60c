import { sql } from 'kysely';
import type { MsgId } from '../../../domain/ids.ts';
import { messageDigest } from '../repositories/message-digest.ts';
import type { DigestedMessage } from '../repositories/message-digest.ts';
import type { FillingChange } from './change-kinds.ts';

/** Of the change below. */
export const DIGESTS = 73;

/**
 * A digest for each message (CHECK-2); null: not known yet. What a server of before edits meanwhile has the
 * old one, so all are made anew when it has gone, and nothing is compared until then.
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
    // Else somebody edits one in between, and its digest would be that of before.
    const lock = engine === 'postgres' ? sql`for update` : sql``;
    const wanted = sql`select * from messages where ${rows} ${lock}`.compile(builder);
    const found = (await target.run(wanted.sql, wanted.parameters)) as readonly (DigestedMessage & {
      readonly msg_id: MsgId;
    })[];
    if (found.length === 0) return;
    const cases = found.map((row) => sql`when ${row.msg_id} then cast(${messageDigest(row)} as bigint)`);
    const put = sql`update messages set digest = case msg_id ${sql.join(cases, sql` `)} end
      where ${rows}`.compile(builder);
    await target.run(put.sql, put.parameters);
  },
};
