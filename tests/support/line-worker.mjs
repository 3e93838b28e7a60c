// Network lines between nodes and servers, in a separate thread. Traffic must not wait for a busy test.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { parentPort } from 'node:worker_threads';

/** One direction of one connection. */
class Way {
  /** @type {(() => void)[]} */
  #held = [];
  #open = true;
  #forgotten = false;

  /** @param {import('node:net').Socket} from @param {import('node:net').Socket} to */
  constructor(from, to) {
    from.on('data', (part) => this.#pass(() => void to.write(part)));
    from.on('end', () => this.#pass(() => void to.end()));
    from.on('error', () => this.#pass(() => void to.destroy()));
  }

  /** @param {boolean} open */
  set open(open) {
    this.#open = open && !this.#forgotten;
    if (this.#open) for (const pass of this.#held.splice(0)) pass();
  }

  forget() {
    this.#forgotten = true;
    this.open = false;
    this.#held = [];
  }

  /**
   * Ends stay behind the bytes in the queue, so the server receives neither while nothing gets through.
   *
   * @param {() => void} pass
   */
  #pass(pass) {
    if (this.#open) pass();
    else if (!this.#forgotten) this.#held.push(pass);
  }
}

/** @typedef {{ there: Way, back: Way, destroy(): void }} Connection */

/** @param {number} to */
async function startLine(to) {
  /** @type {Set<Connection>} */
  const connections = new Set();
  /** @type {import('./line.ts').Cut | null} */
  let now = null;
  const apply = (/** @type {Connection} */ { there, back }) => {
    there.open = now === null || now === 'back';
    back.open = now === null || now === 'there';
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    client.on('error', () => undefined);
    if (now === 'broken') return void client.resetAndDestroy();
    const far = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true });
    far.on('error', () => undefined);
    for (const one of [client, far]) one.setNoDelay(true);
    const made = {
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
  const breakAll = () => {
    for (const one of connections) one.destroy();
    connections.clear();
  };
  return {
    port: /** @type {{ port: number }} */ (server.address()).port,
    /** @param {import('./line.ts').Cut | null} how */
    cut(how) {
      now = how;
      if (how === 'broken') breakAll();
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

/** @type {Map<number, Awaited<ReturnType<typeof startLine>>>} */
const lines = new Map();

/** @param {import('./line.ts').Order} order */
async function obey({ no, does, port, how }) {
  let answer = port;
  if (does === 'start') {
    const line = await startLine(port);
    lines.set(line.port, line);
    answer = line.port;
  } else if (does === 'cut') lines.get(port)?.cut(how);
  else lines.get(port)?.[does]();
  parentPort?.postMessage({ no, answer }, []);
}

parentPort?.on('message', (order) => void obey(order));
