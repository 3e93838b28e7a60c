import * as v from 'valibot';
import { streamLimits } from '../../domain/list-limits.ts';
import { looseObject, maybe, textUpTo, whole } from '../scalars.ts';
import { ours } from './call.ts';

const places = (most: number) =>
  v.pipe(
    looseObject,
    v.nullable(
      v.pipe(
        v.record(v.string(), whole),
        v.check((all) => Object.keys(all).length <= most),
      ),
    ),
  );

/**
 * Answers from `positions` if present, for those streams only (SYNC-1). `known` names the caller's positions
 * in its newest conversations (STREAM-16).
 */
export const sync = ours(
  '/enterprise/im/sync',
  v.object({
    cursor: maybe(textUpTo(2_000)),
    positions: places(1_000),
    known: places(streamLimits.knownMax),
  }),
);
