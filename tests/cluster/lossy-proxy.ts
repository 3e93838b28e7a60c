import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';

/** Between the nodes and Redis: every tenth message of a subscription gets lost. */
export interface LossyProxy {
  readonly port: number;
  lost(): number;
  stop(): void;
}

const MARK = /^[*>]3\r\n\$7\r\nmessage\r\n\$(\d+)\r\n/;
/** The longest possible beginning of a message. */
const BEGIN = '>3\r\n$7\r\nmessage\r\n';

/** Length of the message that the bytes begin with; 0: none, or not all of it yet. */
function messageAt(bytes: Buffer): number {
  const head = MARK.exec(bytes.subarray(0, 64).toString('latin1'));
  if (!head) return 0;
  const payload = head[0].length + Number(head[1]) + 2;
  const size = /^\$(\d+)\r\n/.exec(bytes.subarray(payload, payload + 16).toString('latin1'));
  if (!size) return 0;
  const length = payload + size[0].length + Number(size[1]) + 2;
  return bytes.length >= length ? length : 0;
}

export async function lossyProxy(port: number, every = 10): Promise<LossyProxy> {
  const open = new Set<Socket>();
  let [seen, lost] = [0, 0];
  const server = createServer((client) => {
    const redis = connect(port, '127.0.0.1');
    let held: Buffer = Buffer.alloc(0);
    for (const one of [client, redis]) {
      open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        client.destroy();
        redis.destroy();
      });
    }
    client.pipe(redis);
    redis.on('data', (part: Buffer) => {
      held = Buffer.concat([held, part]);
      for (;;) {
        const length = messageAt(held);
        if (length === 0) break;
        seen += 1;
        if (seen % every === 0) lost += 1;
        else client.write(held.subarray(0, length));
        held = held.subarray(length);
      }
      const text = held.subarray(0, BEGIN.length).toString('latin1').replace('*', '>');
      if (held.length === 0 || BEGIN.startsWith(text)) return;
      client.write(held);
      held = Buffer.alloc(0);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    lost: () => lost,
    stop: () => {
      server.close();
      for (const one of open) one.destroy();
    },
  };
}
