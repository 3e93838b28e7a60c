import { password, type Envelope, type HttpUser } from '../support/http-user.ts';

/** A user who sends requests to any node. A request without an answer is sent to another node. */
export type Caller = Pick<HttpUser, 'id' | 'account' | 'call'>;

const limitMs = 60_000;
const answerMs = 5_000;

async function ask<T>(
  urls: readonly string[],
  path: string,
  body: object,
  token: string,
): Promise<Envelope<T>> {
  const end = Date.now() + limitMs;
  for (let turn = Math.floor(Math.random() * urls.length); ; turn += 1) {
    try {
      const answer = await fetch(`${urls[turn % urls.length] ?? ''}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: token, 'accept-language': 'en' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(answerMs),
      });
      const envelope = (await answer.json()) as Envelope<T>;
      // 502 is "not now": nothing was done.
      if (answer.status === 200 && envelope.code !== 502) return envelope;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    if (Date.now() > end) throw new Error(`${path}: no node answered within ${limitMs / 1_000} s`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

export async function callerOf(account: string, urls: readonly string[]): Promise<Caller> {
  const login = await ask<{ authToken: string; userInfo: { user_id: number } }>(
    urls,
    '/common/pub/login',
    { account, password },
    '',
  );
  if (login.code !== 0) throw new Error(`login of ${account}: ${login.msg}`);
  const { authToken, userInfo } = login.data;
  return { id: userInfo.user_id, account, call: (path, body) => ask(urls, path, body, authToken) };
}
