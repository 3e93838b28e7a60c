import * as v from 'valibot';
import { keptLimits as limits } from '../../domain/kept-limits.ts';
import { looseObject, textUpTo, whole, withDefault } from '../scalars.ts';
import { ours } from './call.ts';
import { opRef } from './fields.ts';

/** Stores a preference for all the user's devices; without a value, deletes it (KEPT-1). */
export const keep = ours(
  '/enterprise/im/keep',
  v.object({
    name: v.pipe(textUpTo(limits.nameMax), v.minLength(1)),
    op: v.pipe(opRef, v.minLength(1)),
    value: looseObject,
  }),
);
/** All preferences of the user; `skip`: the number of earlier rows (KEPT-2). */
export const getKept = ours('/enterprise/im/getKept', v.object({ skip: withDefault(whole, 0) }));
