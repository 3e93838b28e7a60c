import { Worker } from 'node:worker_threads';

/** The kept part of an answer. */
export interface Heard {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  /** The time from the request to the complete answer, by the client's clock. */
  readonly ms: number;
  /** Fields of the data, if it is an object and not a list. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Clients in a separate thread, so their work on answers does not load the server's event loop. */
export interface OutsideClient {
  post(path: string, body: object, token: string): Promise<Heard>;
  stop(): Promise<void>;
}

const PROGRAM = `
const { parentPort, workerData: url } = require('node:worker_threads');
async function post({ path, body, token }) {
  const from = performance.now();
  const headers = { 'content-type': 'application/json', authorization: 'bearer ' + token };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  const ms = performance.now() - from;
  const { code, msg, data } = JSON.parse(text);
  const kept = typeof data === 'object' && data !== null && !Array.isArray(data) ? data : {};
  const small = Object.fromEntries(Object.entries(kept).filter(([, value]) => !Array.isArray(value)));
  return { status: answer.status, code, msg, ms, data: small };
}
parentPort.on('message', async ({ id, asked }) => {
  try { parentPort.postMessage({ id, heard: await post(asked) }); }
  catch (error) { parentPort.postMessage({ id, failed: String(error) }); }
});
`;

interface Said {
  readonly id: number;
  readonly heard?: Heard;
  readonly failed?: string;
}

export function outsideClient(url: string): OutsideClient {
  const worker = new Worker(PROGRAM, { eval: true, workerData: url });
  const waiting = new Map<
    number,
    { readonly resolve: (heard: Heard) => void; readonly reject: (error: Error) => void }
  >();
  let ids = 0;
  worker.on('message', ({ id, heard, failed }: Said) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (heard) asked?.resolve(heard);
    else asked?.reject(new Error(failed));
  });
  return {
    post: (path, body, token) =>
      new Promise((resolve, reject) => {
        const id = (ids += 1);
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, asked: { path, body, token } }, []);
      }),
    stop: async () => void (await worker.terminate()),
  };
}
