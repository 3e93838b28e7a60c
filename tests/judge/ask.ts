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

/** `heard` receives the status of each answer, and the body if it is outside the contract. */
export const askerOf =
  (urls: () => readonly string[], heard: (status: number, body: string) => void): Ask =>
  async (who, path, body) => {
    const all = urls();
    try {
      const response = await fetch((all[Math.floor(Math.random() * all.length)] ?? '') + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: who.token },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(answerMs),
      });
      const text = await response.text();
      const isAnswer = response.status === 200;
      heard(response.status, isAnswer ? '' : text);
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
