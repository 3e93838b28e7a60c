import { connect, type Socket } from 'node:net';

/**
 * One kept connection that posts, one request after another, and reads the code of the answer. Plain
 * sockets: a whole HTTP client costs more than the servers that are measured.
 */
export class Poster {
  private readonly socket: Socket;
  readonly connected: Promise<void>;
  private text = '';
  private waiting: { resolve: (body: string) => void; reject: (error: Error) => void } | null = null;

  /** `from` is an address of this machine. Each may have a limited number of connections (LIMIT-7). */
  constructor(
    private readonly url: URL,
    from?: string,
  ) {
    const to = { port: Number(url.port), host: url.hostname };
    this.socket = connect(from === undefined ? to : { ...to, localAddress: from })
      .setNoDelay(true)
      .setEncoding('utf8');
    this.connected = new Promise((resolve, reject) =>
      this.socket.once('connect', resolve).once('error', reject),
    );
    // A failure here also fails the first request, which reports it.
    this.connected.catch(() => undefined);
    this.socket.on('data', (part: string) => this.read(part));
    this.socket.on('error', (error) => this.waiting?.reject(error));
    this.socket.on('close', () => this.waiting?.reject(new Error('the connection was closed')));
  }

  /** @returns the body of the answer; rejects on another status than 200 */
  post(path: string, token: string, body: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(
        `POST ${path} HTTP/1.1\r\nhost: ${this.url.host}\r\nauthorization: bearer ${token}\r\ncontent-type: application/json\r\naccept-language: en\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    });
  }

  close(): void {
    this.waiting = null;
    this.socket.destroy();
  }

  private read(part: string): void {
    this.text += part;
    const end = this.text.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.text.slice(0, end).toLowerCase();
    const chunked = head.includes('transfer-encoding: chunked');
    const body = chunked
      ? dechunked(this.text.slice(end + 4))
      : whole(this.text.slice(end + 4), Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0));
    if (body === null) return;
    this.text = '';
    const { waiting } = this;
    this.waiting = null;
    if (head.startsWith('http/1.1 200')) waiting?.resolve(body);
    else waiting?.reject(new Error(head.split('\r\n')[0]));
  }
}

const whole = (text: string, bytes: number): string | null =>
  Buffer.byteLength(text) >= bytes ? text : null;

function dechunked(text: string): string | null {
  if (!text.endsWith('0\r\n\r\n')) return null;
  return text.replace(/(?:^|\r\n)[0-9a-f]+\r\n/gi, '').trimEnd();
}
