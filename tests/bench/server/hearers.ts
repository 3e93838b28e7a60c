import { WebSocket } from 'ws';
import type { HttpUser } from '../../support/http-user.ts';

/** One bound socket for each of these users. Counts the sockets that receive each message. */
export class Hearers {
  /** Sockets that the server closed, or that broke. */
  closed = 0;
  private readonly heard = new Map<string, number>();
  private readonly sockets: WebSocket[] = [];

  constructor(private readonly url: string) {}

  async join(people: readonly HttpUser[]): Promise<void> {
    this.sockets.push(...(await Promise.all(people.map((who) => this.bound(who)))));
  }

  /** The number of these messages that did not reach both sides. */
  missing(ids: ReadonlySet<string>): number {
    let few = 0;
    for (const id of ids) if ((this.heard.get(id) ?? 0) < 2) few += 1;
    return few;
  }

  leave(): void {
    for (const socket of this.sockets) socket.removeAllListeners('close').terminate();
  }

  private bound({ id, token }: HttpUser): Promise<WebSocket> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`${this.url.replace(/^http/, 'ws')}/wss`, { perMessageDeflate: false });
      socket.on('error', reject);
      socket.on('close', () => (this.closed += 1));
      socket.on('message', (data) => {
        const text = (data as Buffer).toString('latin1');
        if (text.startsWith('{"type":"init"'))
          socket.send(JSON.stringify({ type: 'bindUid', user_id: id, token, client: 'parley', v: 1 }));
        else if (text.startsWith('{"type":"pong"')) resolve(socket);
        else if (text.startsWith('{"type":"ping"')) socket.send('{"type":"pong"}');
        else this.receive(text);
      });
    });
  }

  private receive(text: string): void {
    const at = text.indexOf('"id":"');
    if (at < 0) return;
    const id = text.slice(at + 6, at + 42);
    this.heard.set(id, (this.heard.get(id) ?? 0) + 1);
  }
}
