import { type ClientId, type UserId, clientId } from '../../domain/ids.ts';
import type { Bus } from '../../ports/bus.ts';
import type { FreshEvent, Hub } from '../kernel/core.ts';
import { NodeAway, type Peers } from '../kernel/peers.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { WireFrame } from '../kernel/wire-frame.ts';

type Who = Parameters<Hub['bind']>[1];
type Ending = Parameters<Hub['endTokens']>;

/** Questions other nodes may ask about the sockets here. */
interface Sockets {
  bind(client: ClientId, who: Who): Promise<boolean | Refusal>;
  ownerOf(client: ClientId): UserId | null;
  endTokens(...ending: Ending): void;
  tell(user: UserId, frame: WireFrame): void;
  changed(user: UserId, online: boolean): void;
}

/** Sockets of other nodes; null if the socket belongs to this node. */
export interface OtherNodes {
  bind(client: ClientId, who: Who): Promise<boolean | Refusal> | null;
  owns(client: ClientId, user: UserId): Promise<boolean> | null;
  isAt(client: ClientId, user: UserId): Promise<boolean | null> | null;
  endTokens(...ending: Ending): void;
  tell(user: UserId, frame: WireFrame): void;
}

/** The socket is on the node that its id names, the call may come to any (NODE-6). */
export function joinNodes(peers: Peers | null | undefined, here: Sockets): OtherNodes | null {
  if (!peers) return null;
  peers.onChange((user, online) => here.changed(user, online));
  peers.hear('end', (data) => here.endTokens(...(data as Ending)));
  peers.answer(
    'owns',
    (data) => here.ownerOf(clientId((data as { client: string }).client)) === (data as { user: UserId }).user,
  );
  peers.answer('tell', (data) =>
    here.tell((data as { user: UserId }).user, (data as { frame: WireFrame }).frame),
  );
  peers.answer('bind', (data) => {
    const { client, who } = data as { readonly client: ClientId; readonly who: Who };
    return here.bind(client, who);
  });
  const at = <T>(client: ClientId, ask: (node: string) => Promise<T>): Promise<T> | null => {
    const node = peers.nodeOf(client);
    return node === null ? null : ask(node);
  };
  return {
    bind: (client, who) => at(client, (node) => bound(peers.ask(node, 'bind', { client, who }))),
    owns: (client, user) => at(client, (node) => yes(peers.ask(node, 'owns', { client, user }))),
    isAt: (client, user) => {
      const node = peers.nodeOf(client);
      return node === null ? null : orSilence(peers.ask(node, 'owns', { client, user }));
    },
    endTokens: (...ending) => peers.say('end', ending),
    tell: (user, frame) => {
      // A device that misses it gets it with its next bind.
      for (const node of peers.nodesOf(user)) peers.ask(node, 'tell', { user, frame }).catch(() => undefined);
    },
  };
}

/** A node that does not answer has no such socket: the client binds again. */
const yes = async (answer: Promise<unknown>): Promise<boolean> => (await orSilence(answer)) ?? false;

async function bound(answer: Promise<unknown>): Promise<boolean | Refusal> {
  const reply = await unlessAway(answer);
  return reply instanceof Refusal ? reply : reply === true;
}

async function orSilence(answer: Promise<unknown>): Promise<boolean | null> {
  const reply = await unlessAway(answer);
  return reply === null ? null : reply === true;
}

/** Null while the node does not answer. */
async function unlessAway(answer: Promise<unknown>): Promise<unknown> {
  try {
    return (await answer) ?? false;
  } catch (error) {
    if (error instanceof NodeAway) return null;
    throw error;
  }
}

/** Wakes the other nodes and sends them the written rows, which saves them a query (NODE-15). */
export function tellOthers(bus: Bus, events: readonly FreshEvent[]): void {
  for (const event of events) {
    const { stream, seq } = event;
    bus.publish({ kind: 'stream', stream, seq, ...(bus.talks === true && { row: shareable(event) }) });
  }
}

/** Only a message carries its content; content of other events is read at delivery (STREAM-4). */
const shareable = (event: FreshEvent): FreshEvent =>
  event.facts.kind === 'message' || event.message === undefined ? event : { ...event, message: undefined };
