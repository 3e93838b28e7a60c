// `npm run load -- --users 5000 --rate 200`: many devices on a running server, messages between them, and the
// frames that they receive. Loopback only, unless --allow-other-host confirms that the server is yours.
import { readFileSync } from 'node:fs';
import { installDependencies } from './dependencies.mjs';
import { openHistory } from './load-history.mjs';
import { requireNode } from './node-version.mjs';
import { stop } from './run-command.mjs';

if (process.argv.includes('--help')) {
  process.stdout.write(`npm run load -- [options]
  --users N       devices (500)
  --accounts N    people they belong to (at most 200, or as many as devices)
  --rate N        messages a second (50)
  --seconds N     how long (30)
  --url URL       the server (http://127.0.0.1:8080); another machine only with --allow-other-host
`);
  process.exit(0);
}
requireNode();
await installDependencies();
const { WebSocket } = await import('ws');

/** @param {string} name @param {number} otherwise @param {number} most */
function number(name, otherwise, most) {
  const at = process.argv.indexOf(`--${name}`);
  const value = at < 0 ? otherwise : Number(process.argv[at + 1]);
  if (!Number.isInteger(value) || value < 1 || value > most)
    stop(`--${name} takes a whole number from 1 to ${most}`);
  return value;
}

const urlAt = process.argv.indexOf('--url');
const url = urlAt < 0 ? 'http://127.0.0.1:8080' : (process.argv[urlAt + 1] ?? '');
if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
  stop('--url must look like http://127.0.0.1:8080');
const { hostname } = new URL(url);
const isHere = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
if (!isHere && !process.argv.includes('--allow-other-host'))
  stop(`${hostname} is another machine. If it is yours and may be burdened, add --allow-other-host`);

const users = number('users', 500, 50_000);
const rate = number('rate', 50, 5_000);
const seconds = number('seconds', 30, 86_400);
// Accounts are limited in number and each may have many devices, as with people.
const accounts = number('accounts', Math.min(users, 200), 500);
const spareFiles = 100;
const openFiles = openFilesMax();
if (users + spareFiles > openFiles)
  stop(
    `${users} devices need ${users + spareFiles} open files, this shell allows ${openFiles}: type ulimit -n ${users + spareFiles}, here and where the server starts, or take fewer devices`,
  );
const password = 'load-secret-1';
const setSize = Math.ceil(users / accounts);

/** Node.js raises its own limit to the maximum; only Linux reports that. */
function openFilesMax() {
  try {
    const [, most = 'unlimited'] =
      /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return most === 'unlimited' ? Infinity : Number(most);
  } catch {
    return Infinity;
  }
}

/**
 * @param {string} path
 * @param {object} body
 * @param {string} [token]
 */
async function call(path, body, token = '') {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token, 'accept-language': 'en' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
  return /** @type {{ code: number, msg: string, data: any }} */ (await response.json());
}

/** @param {number} at */
async function person(at) {
  const account = `loaduser${at}`;
  await call('/common/pub/register', { account, realname: `Load ${at}`, password });
  const login = await call('/common/pub/login', { account, password });
  if (login.code !== 0) stop(`The login of ${account} was refused: ${login.msg}`);
  return {
    id: /** @type {number} */ (login.data.userInfo.user_id),
    token: /** @type {string} */ (login.data.authToken),
  };
}

/** @type {Map<string, { fromMs: number, left: number }>} */
const waiting = new Map();
/** @type {number[]} */
let answers = [];
/** @type {number[]} */
let arrivals = [];
const sum = { sent: 0, accepted: 0, refused: 0, unknown: 0, delivered: 0, closed: 0 };
/** @type {number[]} */
const allAnswers = [];
/** @type {number[]} */
const allArrivals = [];

/** Devices whose socket was closed: their missing messages are not checked. @type {Set<string>} */
const closed = new Set();

/** @param {{ id: number, token: string }} who @param {number} set */
function device(who, set) {
  const name = `device ${set} of ${who.id}`;
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/wss`);
    socket.on('error', reject);
    socket.on('close', () => {
      sum.closed += 1;
      closed.add(name);
    });
    socket.on('message', (data) => {
      const frame = JSON.parse(/** @type {Buffer} */ (data).toString('utf8'));
      if (frame.type === 'init')
        socket.send(
          JSON.stringify({ type: 'bindUid', user_id: who.id, token: who.token, client: 'parley', v: 1 }),
        );
      else if (frame.type === 'ping') socket.send('{"type":"pong"}');
      else if (frame.type === 'pong') resolve(socket);
      else {
        arrived(frame.data?.id, frame.data?.fromUser?.id === who.id);
        // One device of each user is recorded: recording all would need too much memory.
        if (set === 0) history.received(name, frame);
      }
    });
  });
}

/** @param {unknown} id @param {boolean} own */
function arrived(id, own) {
  const sent = typeof id === 'string' && !own ? waiting.get(id) : undefined;
  if (!sent) return;
  arrivals.push(performance.now() - sent.fromMs);
  sum.delivered += 1;
  sent.left -= 1;
  if (sent.left === 0) waiting.delete(String(id));
}

/** @param {readonly number[]} values @param {number} part */
function percentile(values, part) {
  const sorted = [...values].toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** @param {unknown} value @param {number} width */
const cell = (value, width) => String(value).padStart(width);
/** @param {number} ms */
const ms = (ms) => ms.toFixed(1);

process.stdout.write(
  `${accounts} people with ${accounts * setSize} devices, ${rate} messages a second for ${seconds} s, at ${url}\n`,
);
/** @type {{ id: number, token: string }[]} */
const people = [];
await call('/common/pub/getSystemInfo', {}).catch((error) =>
  stop(
    `No server answers at ${url} (${String(error?.cause?.code ?? error?.message)}). npm start begins one.`,
  ),
);
for (let at = 0; at < accounts; at += 1) people.push(await person(at));
for (const [at, who] of people.entries()) {
  const next = people[(at + 1) % accounts];
  if (!next || next === who) continue;
  await call('/enterprise/friend/add', { user_id: next.id, remark: 'load' }, who.token);
  await call('/enterprise/friend/add', { user_id: who.id, remark: 'load' }, next.token);
}
/** @type {(readonly [typeof people[number], typeof people[number]])[]} */
const pairs = people.flatMap((who, at) => {
  const next = people[(at + 1) % accounts];
  return next && next !== who ? [/** @type {const} */ ([who, next])] : [];
});
const history = await openHistory(call, pairs);
/** @type {import('ws').WebSocket[]} */
const sockets = [];
for (let set = 0; set < setSize; set += 1) {
  for (let at = 0; at < accounts; at += 50)
    sockets.push(
      .../** @type {import('ws').WebSocket[]} */ (
        await Promise.all(people.slice(at, at + 50).map((who) => device(who, set)))
      ),
    );
}
sum.closed = 0;
process.stdout.write(
  `${sockets.length} devices are connected\n\n   time  sent/s  taken/s  arrived/s  answer p50  p99 ms  arrival p50  p99 ms  refused  unknown  closed\n`,
);

let turn = 0;
async function sendOne() {
  const from = people[turn % accounts];
  const to = people[(turn + 1) % accounts];
  turn += 1;
  if (!from || !to) return;
  const id = crypto.randomUUID();
  const fromMs = performance.now();
  waiting.set(id, { fromMs, left: setSize });
  sum.sent += 1;
  const end = history.send(from, to, id);
  try {
    const answer = await call(
      '/enterprise/im/sendMessage',
      { id, toContactId: String(to.id), type: 'text', content: `load ${turn}`, at: [] },
      from.token,
    );
    answers.push(performance.now() - fromMs);
    if (answer.code === 0) sum.accepted += 1;
    else {
      sum.refused += 1;
      waiting.delete(id);
    }
    end(answer.code === 0 ? answer.data.n : 'refused');
  } catch {
    end(null);
    sum.unknown += 1;
    waiting.delete(id);
  }
}

const startMs = performance.now();
let sendCount = 0;
let before = { ...sum };
let nextReportSec = 1;
while (performance.now() - startMs < seconds * 1_000) {
  const elapsedSec = (performance.now() - startMs) / 1_000;
  for (; sendCount < elapsedSec * rate; sendCount += 1) void sendOne();
  if (elapsedSec >= nextReportSec) {
    process.stdout.write(
      `${cell(`${nextReportSec} s`, 7)}${cell(sum.sent - before.sent, 8)}${cell(sum.accepted - before.accepted, 9)}${cell(sum.delivered - before.delivered, 11)}${cell(ms(percentile(answers, 0.5)), 12)}${cell(ms(percentile(answers, 0.99)), 8)}${cell(ms(percentile(arrivals, 0.5)), 13)}${cell(ms(percentile(arrivals, 0.99)), 8)}${cell(sum.refused, 9)}${cell(sum.unknown, 9)}${cell(sum.closed, 8)}\n`,
    );
    allAnswers.push(...answers.slice(0, 10_000));
    allArrivals.push(...arrivals.slice(0, 10_000));
    [answers, arrivals, before] = [[], [], { ...sum }];
    nextReportSec += 1;
  }
  await new Promise((resolve) => setTimeout(resolve, 5));
}
const end = performance.now() + 10_000;
while ((waiting.size > 0 || sum.accepted + sum.refused + sum.unknown < sum.sent) && performance.now() < end)
  await new Promise((resolve) => setTimeout(resolve, 50));
const missing = [...waiting.values()].reduce((left, one) => left + one.left, 0);
process.stdout.write(
  `\n${sum.sent} sent, ${sum.accepted} taken, ${sum.refused} refused, ${sum.unknown} unknown; ${sum.delivered} arrived, ${missing} did not\n` +
    `answer: p50 ${ms(percentile(allAnswers, 0.5))} ms, p99 ${ms(percentile(allAnswers, 0.99))} ms; arrival: p50 ${ms(percentile(allArrivals, 0.5))} ms, p99 ${ms(percentile(allArrivals, 0.99))} ms\n`,
);
const { file, operations, faults } = await history.judge(
  people.map(({ id }) => `device 0 of ${id}`).filter((name) => !closed.has(name)),
);
process.stdout.write(
  `${operations} operations were judged (${file}): ${faults.length === 0 ? 'nothing is wrong' : `${faults.length} faults`}\n${faults
    .slice(0, 20)
    .map((fault) => `  ${fault}\n`)
    .join('')}`,
);
for (const socket of sockets) socket.terminate();
process.exit(missing > 0 || sum.refused > 0 || sum.unknown > 0 || faults.length > 0 ? 1 : 0);
