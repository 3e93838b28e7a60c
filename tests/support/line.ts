import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';

/**
 * What is wrong with a line: nothing gets through in either direction, in the one to the server or in the one back,
 * while its connections stay open; or they break, and new ones do.
 */
export type Cut = 'both' | 'there' | 'back' | 'broken';

/** Between one node and one server; only this node is cut off by what happens here. */
export interface Line {
  readonly port: number;
  cut(how: Cut): void;
  /** What was held back arrives now, in its order: as after a cable was away for a while. */
  mend(): void;
  /** As when a box in the middle forgot all connections: those of now stay open and silent for ever, new ones work. */
  forget(): void;
  stop(): void;
}

/** One direction of one connection. */
class Way {
  #held: (() => void)[] = [];
  #open = true;
  #forgotten = false;

  constructor(from: Socket, to: Socket) {
    from.on('data', (part: Buffer) => this.#pass(() => void to.write(part)));
    from.on('end', () => this.#pass(() => void to.end()));
    from.on('error', () => this.#pass(() => void to.destroy()));
  }

  set open(open: boolean) {
    this.#open = open && !this.#forgotten;
    if (this.#open) for (const pass of this.#held.splice(0)) pass();
  }

  forget(): void {
    this.#forgotten = true;
    this.open = false;
    this.#held = [];
  }

  /** Ends keep their place behind the bytes: a server hears of neither while nothing gets through. */
  #pass(pass: () => void): void {
    if (this.#open) pass();
    else if (!this.#forgotten) this.#held.push(pass);
  }
}

interface Connection {
  readonly there: Way;
  readonly back: Way;
  destroy(): void;
}

export async function startLine(to: number): Promise<Line> {
  const connections = new Set<Connection>();
  let now: Cut | null = null;
  const apply = ({ there, back }: Connection): void => {
    there.open = now === null || now === 'back';
    back.open = now === null || now === 'there';
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    client.on('error', () => undefined);
    if (now === 'broken') return void client.resetAndDestroy();
    const far = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true });
    far.on('error', () => undefined);
    const made: Connection = {
      there: new Way(client, far),
      back: new Way(far, client),
      destroy: () => {
        client.resetAndDestroy();
        far.resetAndDestroy();
      },
    };
    connections.add(made);
    far.on('close', () => client.destroyed && connections.delete(made));
    client.on('close', () => far.destroyed && connections.delete(made));
    apply(made);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const breakAll = (): void => {
    for (const one of connections) one.destroy();
    connections.clear();
  };
  return {
    port: (server.address() as { port: number }).port,
    cut(how) {
      now = how;
      if (how === 'broken') breakAll();
      for (const one of connections) apply(one);
    },
    mend() {
      now = null;
      for (const one of connections) apply(one);
    },
    forget() {
      for (const { there, back } of connections) for (const way of [there, back]) way.forget();
    },
    stop() {
      server.close();
      breakAll();
    },
  };
}
