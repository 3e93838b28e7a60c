import { accountCalls } from './account-calls.ts';
import { callCalls } from './call-calls.ts';
import { friendCalls } from './friend-calls.ts';
import { groupCalls } from './group-calls.ts';
import { messageCalls } from './message-calls.ts';
import type { Answer, PlainInput, Line, Wire } from './parts.ts';
import { createTown, type Town } from './town.ts';

const PUBLIC = /^\/common\/(pub|push)\//i;
const CALLS = new Map(
  Object.entries({ ...accountCalls, ...messageCalls, ...groupCalls, ...friendCalls, ...callCalls }).map(
    ([path, call]) => [path.toLowerCase(), call],
  ),
);

/**
 * A base-protocol server, without the additions of Parley: no streams, no `sync`, no epoch, no `bound` in its
 * pongs. Used by tests, and in a page by `npm run dev -- --plain`. The host provides HTTP and sockets.
 */
export class PlainServer implements Wire {
  readonly town: Town;
  readonly lines = new Map<string, Line>();
  /** Paths that were asked for and are not there. */
  readonly missing: string[] = [];
  #opened = 0;

  constructor(base: string, nowMs: () => number) {
    this.town = createTown(base, nowMs);
  }

  async fetch(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname;
    const file = this.#fileAt(path);
    if (file !== null) return file;
    const call = CALLS.get(path.toLowerCase());
    if (call === undefined) {
      this.missing.push(path);
      return new Response('<h1>404 Not Found</h1>', {
        status: 404,
        headers: { 'content-type': 'text/html' },
      });
    }
    const me = this.#whose(request.headers.get('authorization') ?? '');
    const { bag, file: sent } = await parseInput(request);
    const isStopped = me === 0 && !PUBLIC.test(path);
    // A request that is stopped early gets a shorter answer, with another content type.
    if (isStopped)
      return new Response('{"code":-1,"msg":"请先登录","data":[]}', {
        headers: { 'content-type': 'text/html' },
      });
    const answer = await call({ town: this.town, me, bag, file: sent, wire: this });
    return Response.json({ code: 0, msg: '', data: '', count: 0, page: 1, ...answer });
  }

  /** Accepts a socket. Its frames go to `said`. */
  open(send: (text: string) => void, end: () => void): { said(text: string): void; closed(): void } {
    this.#opened += 1;
    const clientId = this.#opened.toString(16).padStart(20, '7f0000010b');
    const line: Line = { clientId, uid: null, rooms: new Set(), send, end };
    this.lines.set(clientId, line);
    send(JSON.stringify({ type: 'init', client_id: clientId }));
    return {
      said: (text) => this.#said(line, JSON.parse(text) as PlainInput),
      closed: () => {
        this.lines.delete(clientId);
        if (line.uid !== null && !this.isOnline(line.uid))
          this.toAll('isOnline', { id: line.uid, is_online: 0 });
        this.#statistics();
      },
    };
  }

  toUser(uid: number, type: string, data: unknown): void {
    this.#send(
      [...this.lines.values()].filter((line) => line.uid === uid),
      type,
      data,
    );
  }

  toRoom(group: string, type: string, data: unknown): void {
    this.#send(
      [...this.lines.values()].filter((line) => line.rooms.has(group)),
      type,
      data,
    );
  }

  toAll(type: string, data: unknown): void {
    this.#send([...this.lines.values()], type, data);
  }

  isOnline(uid: number): boolean {
    return [...this.lines.values()].some((line) => line.uid === uid);
  }

  /** Calls like `sendMessage`, as a user without a page. */
  async as(uid: number, path: string, body: PlainInput): Promise<unknown> {
    const answer = await this.fetch(
      new Request(`${this.town.base}${path}`, {
        method: 'POST',
        headers: { authorization: this.town.people.get(uid)?.token ?? '' },
        body: JSON.stringify(body),
      }),
    );
    return ((await answer.json()) as Answer).data;
  }

  #send(to: readonly Line[], type: string, data: unknown): void {
    const text = JSON.stringify({ type, time: Math.floor(this.town.nowMs() / 1_000), data });
    for (const line of to) line.send(text);
  }

  #said(line: Line, frame: PlainInput): void {
    if (frame['type'] === 'ping') line.send(JSON.stringify({ type: 'pong', multiport: false }));
    if (frame['type'] !== 'bindUid') return;
    // The token decides, not the number next to it. A bad token ends the socket.
    const uid = this.#whose(typeof frame['token'] === 'string' ? frame['token'] : '');
    if (uid === 0) return line.end();
    line.send(
      JSON.stringify({
        type: 'pong',
        multiport: [...this.lines.values()].filter((one) => one.uid === uid).length > 1,
      }),
    );
    this.#statistics();
  }

  /** Meant for administrators and sent to all users. A client must ignore it. */
  #statistics(): void {
    this.toAll('statistics', { onlineCount: String(this.lines.size), clientCount: this.lines.size });
  }

  #whose(token: string): number {
    return [...this.town.people.values()].find((one) => one.token === token)?.id ?? 0;
  }

  #fileAt(path: string): Response | null {
    const stored = this.town.files.get(Number(/^\/(?:storage|filedown)\/(\d+)/.exec(path)?.[1]));
    if (stored !== undefined) return new Response(stored.body, { headers: { 'content-type': stored.type } });
    if (!path.startsWith('/avatar/')) return null;
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><rect width="80" height="80" fill="#579"/></svg>';
    return new Response(drawing, { headers: { 'content-type': 'image/svg+xml' } });
  }
}

/** Query, form and JSON are one input. */
async function parseInput(
  request: Request,
): Promise<{ readonly bag: PlainInput; readonly file: File | null }> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  if (request.method === 'GET') return { bag: query, file: null };
  if (request.headers.get('content-type')?.startsWith('multipart/') === true) {
    const form = await request.formData();
    const file = form.get('file');
    const texts = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
    return { bag: { ...query, ...texts }, file: file instanceof File ? file : null };
  }
  const text = await request.text();
  return { bag: { ...query, ...(text === '' ? {} : (JSON.parse(text) as PlainInput)) }, file: null };
}
