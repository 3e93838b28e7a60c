import { sql } from 'kysely';
import type { Compilable, Kysely } from 'kysely';
import { folded } from '../../../domain/search-words.ts';
import type { FillingChange } from './change-kinds.ts';

/** Names of files as a search compares them; null: still to be filled in. */
const addFolded = (db: Kysely<unknown>): readonly Compilable[] => [
  db.schema.alterTable('files').addColumn('folded', 'text'),
];

/** Names of files, folded (SEARCH-17); until then they are found by what they are called alone. */
export const foldFileNames: Omit<FillingChange, 'version'> = {
  kind: 'filling',
  keepsOlder: true,
  statements: addFolded,
  table: 'files',
  key: ['id'],
  step: () => [],
  fill: async (target, rows) => {
    const { builder } = target;
    const query = sql`select id, name from files where ${rows}`.compile(builder);
    const readRows = await target.run(query.sql, query.parameters);
    for (const { id, name } of readRows as readonly { readonly id: number; readonly name: string }[]) {
      const put = sql`update files set folded = ${folded(name)} where id = ${id}`.compile(builder);
      await target.run(put.sql, put.parameters);
    }
  },
};

/**
 * Text indexed before folding is indexed again (SEARCH-17), like that from before blocks (`takeOverWords`):
 * until then the messages themselves are read.
 */
export const foldWords: Omit<FillingChange, 'version'> = {
  kind: 'filling',
  keepsOlder: true,
  statements: () => [],
  table: 'streams',
  key: ['stream'],
  step: (db, rows) => [
    {
      compile: () =>
        sql`insert into word_backlog (stream, done, up_to)
          select stream, 0, count from streams where ${rows} and count > 0
          on conflict (stream) do update set done = 0, up_to = excluded.up_to`.compile(db),
    },
  ],
};
