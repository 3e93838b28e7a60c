import { DatabaseSync } from '@photostructure/sqlite';
import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { WebSocketServer, type WebSocket } from 'ws';
import { personAt } from './people.ts';

/*
 * The bare server: the cost of `node:http`, `ws` and the embedded database for the duties of a message, and
 * nothing else. It takes a message by POST, looks up the digest of the token, checks the membership of its
 * owner, stores the ID and gives an ordinal without gaps. It keeps message and event, many in one flushed
 * commit, answers, and sends them to the sockets of both sides or of the group. Its layout is the smallest
 * that stores all this: one table with one tree, to which it only appends. A row is the message, its event
 * and its ledger entry. Heads, IDs and members are in memory and read from it at the start. It has no search,
 * settings, limits, friends or other calls.
 */

interface Said {
  readonly id: string;
  readonly toContactId: string;
  readonly type: string;
  readonly content: string;
}

interface Waiting {
  readonly from: number;
  readonly said: Said;
  readonly stream: string;
  readonly answer: (status: number, text: string) => void;
}

type Database = InstanceType<typeof DatabaseSync>;

const TABLE =
  'log (place integer primary key, stream text, seq integer, id text, sender integer, at_ms integer, type text, content text, hash text)';

/** Facts of all conversations. */
class Known {
  readonly users = new Map<string, number>();
  readonly members = new Map<string, Set<number>>();
  private readonly heads = new Map<string, number>();
  private readonly answers = new Map<string, number>();
  private place = 0;

  constructor(db: Database) {
    for (
      let id = 1;
      id <= Number(db.prepare('select count(*) as total from users').get()?.['total']);
      id += 1
    )
      this.users.set(digest(personAt(id).token), id);
    for (const { stream, user } of all<{ stream: string; user: number }>(
      db,
      'select stream, user_id as user from members',
    )) {
      this.members.set(stream, (this.members.get(stream) ?? new Set()).add(user));
    }
    for (const { id, stream, seq, place } of all<{ id: string; stream: string; seq: number; place: number }>(
      db,
      'select id, stream, seq, place from log order by place',
    )) {
      this.heads.set(stream, seq);
      this.answers.set(id, place);
      this.place = place;
    }
  }

  /** The place of an id that was taken before, or null. */
  placeOf(id: string): number | null {
    return this.answers.get(id) ?? null;
  }

  next(id: string, stream: string): { readonly seq: number; readonly place: number } {
    const seq = (this.heads.get(stream) ?? 0) + 1;
    this.heads.set(stream, seq);
    this.place += 1;
    this.answers.set(id, this.place);
    return { seq, place: this.place };
  }
}

const digest = (text: string): string => hash('sha256', text, 'hex');

const all = <T>(db: Database, sql: string): readonly T[] => db.prepare(sql).all() as T[];

export function serveReference(folder: string): void {
  const db = openDatabase(folder);
  const entry = new Known(db);
  const sockets = new Map<number, Set<WebSocket>>();
  const commit = committing(db, entry, (user, text) => {
    for (const socket of sockets.get(user) ?? []) socket.send(text);
  });
  let waiting: Waiting[] = [];
  const take = (one: Waiting): void => {
    if (waiting.push(one) > 1) return;
    setImmediate(() => {
      const group = waiting;
      waiting = [];
      commit(group);
    });
  };
  const http = createServer((request, response) => post(request, response, entry, take));
  attach(http, entry, sockets);
  http.listen(0, '127.0.0.1', () =>
    process.stdout.write(`http://127.0.0.1:${(http.address() as AddressInfo).port}\n`),
  );
}

function openDatabase(folder: string): Database {
  const db = new DatabaseSync(join(folder, 'parley.db'));
  // Uses the settings of Parley's database, so both are equally durable.
  for (const line of [
    'journal_mode = wal',
    'synchronous = full',
    'wal_autocheckpoint = 4000',
    'cache_size = -32768',
    'temp_store = memory',
  ])
    db.exec(`pragma ${line}`);
  db.exec(`create table if not exists ${TABLE}`);
  // Keeps the connection until the end, because an unreferenced one is closed with its statements.
  process.on('exit', () => db.close());
  return db;
}

function post(
  request: IncomingMessage,
  response: ServerResponse,
  known: Known,
  take: (one: Waiting) => void,
): void {
  const from = known.users.get(digest((request.headers.authorization ?? '').slice('bearer '.length)));
  const answer = (status: number, text: string): void => {
    response
      .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      .end(text);
  };
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (part: string) => (body += part));
  request.on('end', () => {
    if (from === undefined) return answer(401, '');
    const input = JSON.parse(body) as Said;
    const stream = streamOf(from, input.toContactId);
    if (!known.members.get(stream)?.has(from)) return answer(403, '');
    take({ from, said: input, stream, answer });
  });
}

function streamOf(from: number, to: string): string {
  if (to.startsWith('group-')) return to;
  return from < Number(to) ? `${from}-${to}` : `${to}-${from}`;
}

/** Commits all messages of one turn together. Then it answers each of them and sends them to the members. */
function committing(
  db: Database,
  known: Known,
  tell: (user: number, text: string) => void,
): (group: readonly Waiting[]) => void {
  const add = db.prepare(
    'insert into log (place, stream, seq, id, sender, at_ms, type, content, hash) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const [begin, end] = [db.prepare('begin immediate'), db.prepare('commit')];
  const one = ({
    from,
    said,
    stream,
  }: Waiting): { readonly answer: string; readonly frame: string | null } => {
    const before = known.placeOf(said.id);
    if (before !== null)
      return {
        answer: JSON.stringify({ code: 0, msg: '', data: { id: said.id, msg_id: before } }),
        frame: null,
      };
    const now = Date.now();
    const { seq, place } = known.next(said.id, stream);
    add.run(
      place,
      stream,
      seq,
      said.id,
      from,
      now,
      said.type,
      said.content,
      digest(`${said.toContactId} ${said.type} ${said.content}`),
    );
    const data = {
      id: said.id,
      msg_id: place,
      n: seq,
      type: said.type,
      content: said.content,
      sendTime: Math.floor(now / 1_000),
      from_user: from,
      toContactId: said.toContactId,
    };
    return {
      answer: JSON.stringify({ code: 0, msg: '', data }),
      frame: JSON.stringify({ type: 'simple', time: data.sendTime, data, stream, seq }),
    };
  };
  return (group) => {
    begin.run();
    const done = group.map(one);
    end.run();
    for (const [at, { answer, stream }] of group.entries()) {
      const made = done[at];
      answer(200, made?.answer ?? '');
      if (made?.frame) for (const member of known.members.get(stream) ?? []) tell(member, made.frame);
    }
  };
}

function attach(
  http: ReturnType<typeof createServer>,
  known: Known,
  sockets: Map<number, Set<WebSocket>>,
): void {
  const server = new WebSocketServer({ server: http, perMessageDeflate: false, clientTracking: false });
  server.on('connection', (socket) => {
    socket.send('{"type":"init"}');
    socket.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString('utf8')) as {
        readonly type: string;
        readonly token?: string;
      };
      const user = frame.type === 'bindUid' ? known.users.get(digest(frame.token ?? '')) : undefined;
      if (user === undefined) return;
      const mine = sockets.get(user) ?? new Set();
      sockets.set(user, mine.add(socket));
      socket.on('close', () => mine.delete(socket));
      socket.send('{"type":"pong","bound":true}');
    });
  });
}

/** The content of its store, read after its end. A row is a message and its event. */
export function loggedMessages(folder: string): { readonly messages: number; readonly events: number } {
  const db = new DatabaseSync(join(folder, 'parley.db'), { readOnly: true });
  const [row] = all<{ total: number }>(db, 'select count(*) as total from log');
  db.close();
  return { messages: row?.total ?? 0, events: row?.total ?? 0 };
}

/** Starts in a separate process: `node -e "import(this file).then((m) => m.serveIfAsked())"`. */
export function serveIfAsked(): void {
  const [asked, folder] = [process.env['BENCH_REFERENCE'], process.env['DATA_DIR']];
  if (asked === '1' && folder !== undefined) serveReference(folder);
}
