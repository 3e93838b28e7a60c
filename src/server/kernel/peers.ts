import type { UserId } from '../../domain/ids.ts';

/** Another node did not answer in time: what it did is not known. */
export class NodeAway extends Error {
  override readonly name = 'NodeAway';
}

/** What this node knows of the others (NODE-3). */
export interface Peers {
  /** The name of this node; ids of its sockets begin with it. */
  readonly name: string;
  /** Whether what is said here is heard. */
  up(): boolean;
  /** Others that were heard within their lease. */
  nodes(): readonly string[];
  isOnline(user: UserId): boolean;
  /** Everybody online elsewhere. */
  users(): Iterable<UserId>;
  nodesOf(user: UserId): readonly string[];
  /** The node that a socket is connected to, when it is another one that lives. */
  nodeOf(client: string): string | null;
  /** Somebody came to this node or left it. */
  changed(user: UserId, online: boolean): void;
  /** Somebody came to the others, or is on none of them any more. */
  onChange(run: (user: UserId, online: boolean) => void): void;
  /** To all, once; it may get lost. */
  say(what: string, data: unknown): void;
  hear(what: string, run: (data: unknown) => void): void;
  /** Asks until answered, at most 2 s. A refusal of the other node comes as one. @throws NodeAway */
  ask(node: string, what: string, data: unknown): Promise<unknown>;
  answer(what: string, run: (data: unknown) => unknown): void;
  /** The largest difference between this clock and that of another node; null while nothing is known. */
  skewMs(): number | null;
  close(): void;
}
