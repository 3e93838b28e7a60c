import { Worker } from 'node:worker_threads';

/**
 * Faults of a network line. Nothing gets through in both directions, or in one of them, while connections
 * stay open. `broken` closes connections, and new ones fail.
 */
export type Cut = 'both' | 'there' | 'back' | 'broken';

/** Between one node and one server; only this node is cut off by what happens here. */
export interface Line {
  readonly port: number;
  cut(how: Cut): Promise<void>;
  /** Delivers all held data in order, as after a cable was plugged in again. */
  mend(): Promise<void>;
  /**
   * A box in the middle forgot all connections: those of now stay open and silent for ever, new ones work.
   */
  forget(): Promise<void>;
  stop(): Promise<void>;
}

/** To the thread of the lines; `port`: that of the line, or of the server that a new one leads to. */
export interface Order {
  readonly no: number;
  readonly does: 'start' | 'cut' | 'forget' | 'stop';
  readonly port: number;
  readonly how: Cut | null;
}

let worker: Worker | null = null;
let made = 0;
const waiting = new Map<number, (answer: number) => void>();

function order(does: Order['does'], port: number, how: Cut | null = null): Promise<number> {
  if (worker === null) {
    worker = new Worker(new URL('line-worker.mjs', import.meta.url));
    worker.unref();
    worker.on('message', ({ no, answer }: { readonly no: number; readonly answer: number }) => {
      waiting.get(no)?.(answer);
      waiting.delete(no);
    });
  }
  const no = (made += 1);
  worker.postMessage({ no, does, port, how } satisfies Order, []);
  return new Promise((resolve) => waiting.set(no, resolve));
}

export async function startLine(to: number): Promise<Line> {
  const port = await order('start', to);
  const tell = async (does: Order['does'], how: Cut | null = null): Promise<void> =>
    void (await order(does, port, how));
  return {
    port,
    cut: (how) => tell('cut', how),
    mend: () => tell('cut'),
    forget: () => tell('forget'),
    stop: () => tell('stop'),
  };
}
