import { WebSocket } from 'ws';

/** Asks a Node process with an open debugger for a whole collection; resolves when it is done. */
export async function collectGarbage(port: number): Promise<void> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as readonly {
    readonly webSocketDebuggerUrl: string;
  }[];
  if (!target) throw new Error('the process has no debugger');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  // The second one also frees what the first only marked.
  for (const id of [1, 2]) {
    const done = new Promise((resolve) => socket.once('message', resolve));
    socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }));
    await done;
  }
  socket.close();
}
