import type * as v from 'valibot';
import { pushLimits as limits } from '../../../domain/limits.ts';
import { pushDecline, type pushSubscribe as call, pushSubscribe } from '../../../wire/calls/accounts.ts';
import { command } from '../../kernel/core.ts';
import { serverLimits } from '../../kernel/limits.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { Context } from '../context.ts';
import { declineCall } from './decline.ts';
import { type Endpoint, open } from '../endpoint.ts';

export const pushEndpoints: readonly Endpoint[] = [
  open(pushSubscribe, subscribe, serverLimits.searchRate),
  open(pushDecline, declineCall, serverLimits.searchRate),
];

type Body = v.InferOutput<typeof call.body>;

/**
 * Stores a device's push subscription and returns its `cid`, which logins contain from then on (PUSH-1). A
 * request with a token assigns the device at once. Only the device itself, which knows its `cid`, changes its
 * row.
 */
async function subscribe(context: Context, body: Body): Promise<EndpointAnswer | Refusal> {
  const { core, session } = context;
  const service = core.push;
  if (!service) return new Refusal('pushOff');
  if (body.endpoint === '') return { data: { cid: '', key: service.keys.publicKey } };
  if (bytesIn(body.p256dh) !== limits.keyBytes)
    return new Refusal('badField', { facts: { field: 'p256dh' } });
  if (bytesIn(body.auth) !== limits.authBytes) return new Refusal('badField', { facts: { field: 'auth' } });
  if (!(await service.port.allows(body.endpoint)))
    return new Refusal('badField', { facts: { field: 'endpoint' } });
  const fresh = core.ids.hex(16);
  const cid = await command(core, async (tx) => {
    const existing = await tx.push.byEndpoint(body.endpoint);
    // A renewed subscription has another endpoint and keeps its device's name and login (PUSH-20).
    const renewed = existing === null && body.cid !== undefined ? await tx.push.byCid(body.cid) : null;
    const own = existing !== null && existing.cid === body.cid ? existing : renewed;
    const name = own?.cid ?? fresh;
    await tx.push.saveSubscription({
      cid: name,
      endpoint: body.endpoint,
      p256dh: body.p256dh,
      auth: body.auth,
      platform: body.platform,
      language: context.language,
      showsWords: body.content,
      madeMs: tx.nowMs,
    });
    if (session) await tx.push.bind(name, session.token);
    return name;
  });
  service.active = true;
  return { data: { cid, key: service.keys.publicKey } };
}

/** Accepts base64url, with or without padding at its end. */
const bytesIn = (text: string): number => Math.floor((text.replace(/=+$/, '').length * 3) / 4);
