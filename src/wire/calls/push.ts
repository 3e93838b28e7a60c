import * as v from 'valibot';
import { flag, maybe, textUpTo, withDefault } from '../scalars.ts';
import { ours } from './call.ts';

const key = (length: number) => withDefault(v.pipe(textUpTo(length), v.regex(/^[\w-]*=*$/)), '');

/** Returns only the public key for the subscription if the endpoint is absent. */
export const pushSubscribe = ours(
  '/common/push/subscribe',
  v.object({
    endpoint: withDefault(textUpTo(1_000), ''),
    p256dh: key(100),
    auth: key(40),
    platform: withDefault(v.fallback(v.picklist(['android', 'ios', 'other']), 'other'), 'other'),
    /** 0: pushes contain no content. */
    content: withDefault(flag, true),
    /** The device's own earlier name. */
    cid: maybe(textUpTo(200)),
  }),
);
