import { DatabaseSync } from '@photostructure/sqlite';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { search } from '../../../src/domain/limits.ts';
import { searchable, tokensOf } from '../../../src/domain/search-tokens.ts';
import { partnerOf, personAt } from './people.ts';

/**
 * The bare server: what `node:http`, `ws` and the embedded database cost for the same duties, and nothing
 * else. It takes a message by POST, stores a message row and an event row in the tables of ours with
 * their indexes, many in one durable commit, answers, and tells the sockets of both sides, or of the
 * group. It has no rules: no rights, no friends, no sessions in the store, no limits, no savepoints.
 *
 * `rows: 'same'` is the reference of the budgets: it also writes the other rows that ours writes for a
 * message, in the same manner: the ledger, the author's count and the note that the words wait at once,
 * the words that it is found by later, those of a conversation together. `'two'` is the barest: message and event.
 */
export type ReferenceRows = 'two' | 'same';

interface Said {
  readonly id: string;
  readonly toContactId: string;
  readonly type: string;
  readonly content: string;
}

interface Waiting {
  readonly from: number;
  readonly said: Said;
  readonly answer: (text: string) => void;
}

interface Done {
  readonly text: string;
  readonly answer: string;
}

export function serveReference(folder: string, rows: ReferenceRows): void {
  const tokens = new Map<string, number>();
  const sockets = new Map<number, Set<WebSocket>>();
  const db = openDatabase(folder);
  const people = Number(db.prepare('select count(*) as total from users').get()?.['total'] ?? 0);
  for (let id = 1; id <= people; id += 1) tokens.set(personAt(id).token, id);
  const members = (db.prepare(`select user_id from members where stream = 'group-1'`).all() as { readonly user_id: number }[]).map((row) => row.user_id);
  const store = storing(db, rows);
  if (rows === 'same') setInterval(indexing(db), search.wordedEveryMs).unref();
  const tell = (user: number, text: string): void => {
    for (const socket of sockets.get(user) ?? []) socket.send(text);
  };
  let waiting: Waiting[] = [];
  const commit = (): void => {
    const group = waiting;
    waiting = [];
    const done: Done[] = store(group);
    for (const [at, { from, said, answer }] of group.entries()) {
      const { text, answer: words } = done[at] as Done;
      answer(words);
      if (said.toContactId === 'group-1') for (const member of members) tell(member, text);
      else for (const user of [Number(said.toContactId), from]) tell(user, text);
    }
  };
  const take = (from: number, said: Said, answer: (text: string) => void): void => {
    if (waiting.length === 0) setImmediate(commit);
    waiting.push({ from, said, answer });
  };
  const http = createServer((request, response) => post(request, response, tokens, take));
  attach(http, tokens, sockets);
  http.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${(http.address() as AddressInfo).port}\n`));
}

function openDatabase(folder: string): InstanceType<typeof DatabaseSync> {
  const db = new DatabaseSync(join(folder, 'parley.db'));
  // As ours has it, so that both are as durable and remember as many pages.
  for (const line of ['journal_mode = wal', 'synchronous = full', 'wal_autocheckpoint = 4000', 'cache_size = -32768', 'temp_store = memory']) db.exec(`pragma ${line}`);
  // Held to the end: a connection that nobody holds is closed, its statements or not.
  process.on('exit', () => db.close());
  return db;
}

function post(request: IncomingMessage, response: ServerResponse, tokens: ReadonlyMap<string, number>, take: (from: number, said: Said, answer: (text: string) => void) => void): void {
  const from = tokens.get((request.headers.authorization ?? '').slice('bearer '.length));
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (part: string) => (body += part));
  request.on('end', () => {
    if (from === undefined) return void response.writeHead(401).end();
    take(from, JSON.parse(body) as Said, (text) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
    });
  });
}

function storing(db: InstanceType<typeof DatabaseSync>, rows: ReferenceRows): (group: readonly Waiting[]) => Done[] {
  const head = db.prepare('update streams set head = head + 1, count = count + 1, last_at_ms = ? where stream = ? returning head');
  const message = db.prepare(`insert into messages (id, stream, n, from_user, type, content, at, sent_at_ms, recalled) values (?, ?, ?, ?, ?, ?, '[]', ?, 0) returning msg_id`);
  const event = db.prepare('insert into events (stream, seq, tx, at_ms, facts) values (?, ?, 1, ?, ?)');
  const ledger = db.prepare('insert into sends (id, sender, hash, msg_id, stream, seq, created_at_ms) values (?, ?, ?, ?, ?, ?, ?)');
  const own = db.prepare('update members set own = own + 1 where stream = ? and user_id = ?');
  const note = db.prepare('insert into unworded (stream, n) values (?, ?)');
  const [begin, end] = [db.prepare('begin immediate'), db.prepare('commit')];
  const one = ({ from, said }: Waiting): Done => {
    const now = Date.now();
    const stream = said.toContactId === 'group-1' ? 'group-1' : [from, partnerOf(from)].toSorted((a, b) => a - b).join('-');
    const seq = Number(head.get(now, stream)?.['head']);
    const msgId = Number(message.get(said.id, stream, seq, from, said.type, said.content, now)?.['msg_id']);
    event.run(stream, seq, now, JSON.stringify({ kind: 'message', msgId, id: said.id, n: seq, from }));
    if (rows === 'same') {
      ledger.run(said.id, from, '0'.repeat(64), msgId, stream, seq, now);
      own.run(stream, from);
      note.run(stream, seq);
    }
    const data = { id: said.id, msg_id: msgId, n: seq, type: said.type, content: said.content, sendTime: Math.floor(now / 1_000), from_user: from, toContactId: said.toContactId };
    return { text: JSON.stringify({ type: 'simple', time: data.sendTime, data, stream, seq }), answer: JSON.stringify({ code: 0, msg: '', data }) };
  };
  return (group) => {
    begin.run();
    const done = group.map(one);
    end.run();
    return done;
  };
}

/** Takes what waits in one conversation after another, each in a transaction, in the order of the index. */
function indexing(db: InstanceType<typeof DatabaseSync>): () => void {
  const waiting = db.prepare('select distinct stream from unworded');
  const take = db.prepare('delete from unworded where stream = ? returning n');
  const contents = db.prepare('select n, content from messages where stream = ? and n between ? and ? order by n');
  const add = db.prepare('insert into message_tokens (stream, token, n, spots) select ?, t.key, cast(o.key as bigint), cast(o.value as text) from json_each(?) as t, json_each(t.value) as o');
  const [begin, end] = [db.prepare('begin immediate'), db.prepare('commit')];
  const one = (stream: string): void => {
    begin.run();
    const taken = (take.all(stream) as { readonly n: number }[]).map((row) => row.n);
    const rows = contents.all(stream, Math.min(...taken), Math.max(...taken)) as { readonly n: number; readonly content: string }[];
    const places = new Map<string, string>();
    for (const { n, content } of rows) {
      for (const [token, at] of tokensOf(searchable(content))) {
        const before = places.get(token);
        places.set(token, `${before === undefined ? '' : `${before},`}"${n}":[${at.join(',')}]`);
      }
    }
    add.run(stream, `{${[...places.keys()].toSorted().map((token) => `${JSON.stringify(token)}:{${places.get(token)}}`).join(',')}}`);
    end.run();
  };
  let streams: string[] = [];
  const next = (): void => {
    const stream = streams.shift();
    if (stream === undefined) return;
    one(stream);
    setImmediate(next);
  };
  return () => {
    if (streams.length > 0) return;
    streams = (waiting.all() as { readonly stream: string }[]).map((row) => row.stream);
    next();
  };
}

function attach(http: ReturnType<typeof createServer>, tokens: ReadonlyMap<string, number>, sockets: Map<number, Set<WebSocket>>): void {
  const server = new WebSocketServer({ server: http, perMessageDeflate: false, clientTracking: false });
  server.on('connection', (socket) => {
    socket.send('{"type":"init"}');
    socket.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString('utf8')) as { readonly type: string; readonly token?: string };
      const user = frame.type === 'bindUid' ? tokens.get(frame.token ?? '') : undefined;
      if (user === undefined) return;
      const mine = sockets.get(user) ?? new Set();
      sockets.set(user, mine.add(socket));
      socket.on('close', () => mine.delete(socket));
      socket.send('{"type":"pong","bound":true}');
    });
  });
}

/** In a process of its own: `node -e "import(this file).then((m) => m.serveReference(…))"`. */
export function serveIfAsked(): void {
  const [asked, folder, rows] = [process.env['BENCH_REFERENCE'], process.env['DATA_DIR'], process.env['REFERENCE_ROWS']];
  if (asked === '1' && folder !== undefined) serveReference(folder, rows === 'two' ? 'two' : 'same');
}
