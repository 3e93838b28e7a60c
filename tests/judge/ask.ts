import { Agent, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';

/** A user with an account on the servers. */
export interface Asker {
  readonly id: number;
  readonly token: string;
}

export interface Envelope {
  readonly code: number;
  readonly data: unknown;
}

/** Sends one request to one of the servers. Null means that no answer came and the outcome is unknown. */
export type Ask = (who: Asker, path: string, body: object) => Promise<Envelope | null>;
export type Row = Readonly<Record<string, unknown>>;

const answerMs = 4_000;

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** True if nothing was done and the request may be repeated. */
export const mayRetry = ({ data }: Envelope): boolean =>
  typeof data === 'object' && data !== null && 'retry_ms' in data;

const agent = new Agent({ keepAlive: true });

/** `fetch` takes three times as much processor time, and thousands of requests are sent. */
function post(url: string, { token }: Asker, body: object): Promise<{ status: number; text: string }> {
  const signal = AbortSignal.timeout(answerMs);
  const headers = { 'content-type': 'application/json', authorization: token };
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent, headers, signal }, (response) => {
      textOf(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
    })
      .on('error', reject)
      .end(JSON.stringify(body));
  });
}

/** `heard` receives the status of each answer, and the body if it is outside the contract. */
export const askerOf =
  (urls: () => readonly string[], heard: (status: number, body: string) => void): Ask =>
  async (who, path, body) => {
    const all = urls();
    try {
      const { status, text } = await post(
        (all[Math.floor(Math.random() * all.length)] ?? '') + path,
        who,
        body,
      );
      const isAnswer = status === 200;
      heard(status, isAnswer ? '' : text);
      return isAnswer ? (JSON.parse(text) as Envelope) : null;
    } catch {
      return null;
    }
  };

const pageRows = 100;

/** A chat from ordinal `above` to its end, page by page from its newest message back. */
export async function readChat(
  ask: (path: string, body: object) => Promise<Envelope | null>,
  to: string,
  above: number,
): Promise<Envelope | null> {
  let all: readonly Row[] = [];
  for (;;) {
    const before = all[0]?.['msg_id'];
    const page = { page: 1, limit: pageRows, peek: 1, ...(before === undefined ? {} : { last_id: before }) };
    const answer = await ask('/enterprise/im/getMessageList', {
      toContactId: to,
      is_group: to.startsWith('group-') ? 1 : 0,
      ...page,
    });
    if (answer === null || answer.code !== 0) return answer;
    const rows = answer.data as readonly Row[];
    all = [...rows, ...all];
    if (rows.length < pageRows || Number(all[0]?.['n']) <= above)
      return { code: 0, data: all.filter((row) => Number(row['n']) > above) };
  }
}
