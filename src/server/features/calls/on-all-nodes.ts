import { CALL } from '../../../domain/call.ts';
import type { ClientId, UserId } from '../../../domain/ids.ts';
import { duration } from '../../../domain/limits.ts';
import { code } from '../../../wire/envelope.ts';
import type { Peers } from '../../kernel/peers.ts';
import { NodeAway } from '../../kernel/peers.ts';
import type { Core } from '../../kernel/core.ts';
import { refusedForNow } from '../../kernel/refusal.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { CallOnBind } from '../../kernel/core.ts';
import type { Here, Signaller } from './calls.ts';

type Body = Parameters<Here['signal']>[1];

/**
 * Calls with other nodes (NODE-7). One node tracks new ones, the first by name, so that it sees both of two
 * simultaneous calls; a step goes to the node that tracks its call. While the bus is down each node tracks
 * its own calls.
 */
export function onAllNodes({ log, store }: Pick<Core, 'log' | 'store'>, peers: Peers, here: Here): Here {
  peers.answer('call', (data) => {
    const { who, body } = data as { readonly who: Signaller; readonly body: Body };
    return here.signal(who, body);
  });
  peers.answer('follows', (data) => here.follows(data as string));
  peers.answer('calls', (data) => {
    const { user, client, had } = data as {
      readonly user: UserId;
      readonly client: ClientId;
      readonly had: Readonly<Record<string, number>>;
    };
    return here.onBind(user, client, had);
  });
  const signal = async ({ session, client }: Signaller, body: Body): Promise<EndpointAnswer | Refusal> => {
    const who: Signaller = { session, client: client ?? null };
    const node = await placeOf(peers, here, body);
    if (node === null) return here.signal(who, body);
    try {
      return (await peers.ask(node, 'call', { who, body })) as EndpointAnswer;
    } catch (error) {
      if (!(error instanceof NodeAway)) throw error;
      log.write('warn', 'a step of a call did not reach its node', { node });
      return refusedForNow('away', duration.SECOND, {}, code.away);
    }
  };
  return {
    ...here,
    signal,
    onBind: async (user, client, had) => {
      const mine = await here.onBind(user, client, had);
      if (!peers.up()) return null;
      try {
        const theirs = await Promise.all(
          peers.nodes().map((node) => peers.ask(node, 'calls', { user, client, had })),
        );
        return await stillOpen(store, [...(mine ?? []), ...(theirs as (readonly CallOnBind[])[]).flat()]);
      } catch {
        // Null instead of "no calls": that would end the call on the device.
        return null;
      }
    },
  };
}

/** A call may have ended since its node answered: the device would ring without end (COMMIT-13). */
async function stillOpen(store: Core['store'], calls: readonly CallOnBind[]): Promise<readonly CallOnBind[]> {
  if (calls.length === 0) return calls;
  const over = await store.read(async (tx) => {
    const codes = await Promise.all(
      calls.map(async ({ id }) => (await tx.messages.byId(id))?.extra?.['code'] ?? CALL.ringing),
    );
    return new Set(calls.filter((_, at) => codes[at] !== CALL.ringing));
  });
  return calls.filter((call) => !over.has(call));
}

/** The other node that the step is for; null: this one. */
async function placeOf(peers: Peers, here: Here, body: Body): Promise<string | null> {
  if (here.follows(body.id) || !peers.up()) return null;
  const nodes = peers.nodes();
  if (body.event === 'calling') {
    const first = [peers.name, ...nodes].toSorted()[0];
    return first === undefined || first === peers.name ? null : first;
  }
  const answers = await Promise.all(
    nodes.map(async (node) =>
      (await peers.ask(node, 'follows', body.id).catch(() => false)) === true ? node : null,
    ),
  );
  return answers.find((node) => node !== null) ?? null;
}
