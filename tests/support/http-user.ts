import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { keepSession } from '../../src/client/session/session.ts';
import { decodeLogin } from '../../src/wire/answers/session.ts';
import { LOGIN_PATH } from '../../src/wire/first-call.ts';
import { pathCheck } from './known-paths.ts';

/** The description of all calls, which `npm run docs` writes: cheaper than the server's own table. */
const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as { readonly paths: object };
const checkPath = pathCheck(Object.keys(paths));

/** A user of the calls alone, without a socket and without our client. */
export interface HttpUser {
  readonly id: number;
  readonly account: string;
  readonly token: string;
  call<T = unknown>(path: string, body: object): Promise<Envelope<T>>;
  /** Uploads a form with a file and other `fields`. */
  upload<T = unknown>(
    path: string,
    file: Upload,
    fields?: Readonly<Record<string, string>>,
  ): Promise<Envelope<T>>;
}

export interface Upload {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type?: string;
}

export interface Envelope<T> {
  readonly code: number;
  readonly msg: string;
  readonly count: number;
  readonly data: T;
}

export const password = 'secret-11';

let made = 0;

/** A fresh account in every test file and round. */
export function newAccount(name: string): string {
  made += 1;
  const letters =
    name
      .replace(/[^a-z]/gi, '')
      .slice(0, 16)
      .toLowerCase() || 'user';
  return `${letters}${made}x${randomUUID().slice(0, 6)}`;
}

export function post<T>(url: string, path: string, body: object, token = ''): Promise<Envelope<T>> {
  checkPath(path);
  return send<T>(url, path, body, token);
}

async function send<T>(url: string, path: string, body: object, token: string): Promise<Envelope<T>> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token, 'accept-language': 'en' },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(`${path} answered HTTP ${answer.status}`);
  return (await answer.json()) as Envelope<T>;
}

export async function signUp(url: string, name: string, inviteCode = ''): Promise<HttpUser> {
  const account = newAccount(name);
  const form = { account, realname: name, password, inviteCode };
  await patiently('register', () => post(url, '/common/pub/register', form));
  return signIn(url, account);
}

export async function signIn(url: string, account: string): Promise<HttpUser> {
  const { authToken, userInfo } = await patiently('login', () =>
    post<{ authToken: string; userInfo: { user_id: number } }>(url, '/common/pub/login', {
      account,
      password,
    }),
  );
  return {
    id: userInfo.user_id,
    account,
    token: authToken,
    call: (path, body) => post(url, path, body, authToken),
    upload: (path, file, fields = {}) => postForm(url + path, file, fields, authToken),
  };
}

/** Storage of a browser after a login. */
export async function keptLogin(url: string, account: string): Promise<ReadonlyMap<string, string>> {
  const form = { account, password, terminal: 'web', rememberMe: true };
  const answer = decodeLogin(await patiently('login', () => post(url, LOGIN_PATH, form)));
  if (!answer.ok) throw new Error(`no login: ${JSON.stringify(answer.reason)}`);
  const storage = new Map<string, string>();
  const { self } = answer.value;
  keepSession(
    {
      settings: {
        set: (key, value) => void (value === null ? storage.delete(key) : storage.set(key, value)),
      },
    },
    { ...answer.value, user: self.id, login: randomUUID().slice(0, 8) },
  );
  return storage;
}

async function postForm<T>(
  address: string,
  file: Upload,
  fields: Readonly<Record<string, string>>,
  token: string,
): Promise<Envelope<T>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([file.bytes], { type: file.type ?? '' }), file.name);
  const answer = await fetch(address, {
    method: 'POST',
    body: form,
    headers: { authorization: token, 'accept-language': 'en' },
  });
  return (await answer.json()) as Envelope<T>;
}

export async function ok<T>(answer: Promise<Envelope<T>>): Promise<T> {
  const { code, msg, data } = await answer;
  if (code !== 0) throw new Error(`refused with ${code}: ${msg}`);
  return data;
}

/**
 * Performs a step of the setup. If an overloaded server returns a time to come back (LIMIT-10), it tries
 * again, as clients do.
 */
export async function patiently<T>(step: string, ask: () => Promise<Envelope<T>>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const { code, msg, data } = await ask();
    if (code === 0) return data;
    const { retry_ms: waitMs } = (data ?? {}) as { readonly retry_ms?: number };
    if (code !== 502 || waitMs === undefined || tries === 20)
      throw new Error(`${step}: refused with ${code}: ${msg}`);
    await new Promise((done) => setTimeout(done, waitMs));
  }
}

/** Both applied, so they are friends at once. */
export async function befriend(a: HttpUser, b: HttpUser): Promise<void> {
  await patiently('befriend', () => a.call('/enterprise/friend/add', { user_id: b.id, remark: 'hello' }));
  await patiently('befriend', () => b.call('/enterprise/friend/add', { user_id: a.id, remark: 'hello' }));
}

export async function newGroup(owner: HttpUser, others: readonly HttpUser[], name: string): Promise<string> {
  const user_ids = others.map((user) => user.id);
  const group = await patiently('group', () =>
    owner.call<{ id: string }>('/enterprise/group/add', { user_ids, name }),
  );
  return group.id;
}

export interface StoredMessage {
  readonly id: string;
  readonly msg_id: number;
  readonly n: number;
  readonly type: string;
  readonly content: string;
  readonly from_user: number;
}

/** The whole conversation, or what came after the ordinal `after`, oldest first, read page by page. */
export async function history(
  user: Pick<HttpUser, 'call'>,
  conversation: string,
  after = 0,
): Promise<readonly StoredMessage[]> {
  let all: readonly StoredMessage[] = [];
  for (;;) {
    const oldest = all[0]?.msg_id;
    const rows = await ok(
      user.call<readonly StoredMessage[]>('/enterprise/im/getMessageList', {
        toContactId: conversation,
        is_group: conversation.startsWith('group-') ? 1 : 0,
        page: 1,
        limit: 100,
        peek: 1,
        ...(oldest === undefined ? {} : { last_id: oldest }),
      }),
    );
    all = [...rows, ...all];
    if (rows.length < 100 || (all[0]?.n ?? 0) <= after) return all.filter(({ n }) => n > after);
  }
}
