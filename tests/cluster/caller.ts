import type { Envelope, HttpUser } from '../support/http-user.ts';

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

/** The same user with the session of the registration. */
export const callerOf = ({ id, account, token }: HttpUser, urls: readonly string[]): Caller => ({
  id,
  account,
  call: (path, body) => ask(urls, path, body, token),
});
