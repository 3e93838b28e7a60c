import type { UserId } from '../../domain/ids.ts';

/** Another node did not answer in time: the outcome there is unknown. */
export class NodeAway extends Error {
  override readonly name = 'NodeAway';
}

/** This node's view of the others (NODE-3). */
export interface Peers {
  /** The name of this node; ids of its sockets begin with it. */
  readonly name: string;
  /** Returns true if messages of this node reach the others. */
  up(): boolean;
  /** Other nodes seen within their lease. */
  nodes(): readonly string[];
  isOnline(user: UserId): boolean;
  /** All users online on other nodes. */
  users(): Iterable<UserId>;
  nodesOf(user: UserId): readonly string[];
  /** The node of a socket, if it is another live one. */
  nodeOf(client: string): string | null;
  /** A user came to this node or left it. */
  changed(user: UserId, online: boolean): void;
  /** A user came to the others, or left the last of them. */
  onChange(listener: (user: UserId, online: boolean) => void): void;
  /** To all, once; it may get lost. */
  say(what: string, data: unknown): void;
  hear(what: string, listener: (data: unknown) => void): void;
  /** Asks until answered, at most 2 s. A refusal by the other node is returned as one. @throws NodeAway */
  ask(node: string, what: string, data: unknown): Promise<unknown>;
  answer(what: string, handler: (data: unknown) => unknown): void;
  /** The largest difference between this clock and another node's; null while it is unknown. */
  skewMs(): number | null;
  close(): void;
}
