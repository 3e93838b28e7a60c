import * as v from 'valibot';
import { looseObject, maybe, textUpTo, whole } from '../scalars.ts';
import { ours } from './call.ts';

/** With `positions` only those streams are answered, from those positions (SYNC-1). */
export const sync = ours(
  '/enterprise/im/sync',
  v.object({
    cursor: maybe(textUpTo(2_000)),
    positions: v.pipe(looseObject, v.nullable(v.pipe(v.record(v.string(), whole), v.check((all) => Object.keys(all).length <= 1_000)))),
  }),
);
