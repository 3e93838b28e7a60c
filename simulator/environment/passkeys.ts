import type { Passkeys } from '../../src/ports/passkeys.ts';

/**
 * A simulated device signs by assertion: its answer is parsed as strictly as a real one, without the cost.
 */
export const worldPasskeys: Passkeys = {
  toMake: ({ domain }, _service, { handle, existingIds }, challenge) =>
    Promise.resolve({ challenge, domain, handle, known: existingIds }),
  toUse: ({ domain }, challenge) => Promise.resolve({ challenge, domain }),
  idIn: (answer) => worldAnswer(answer)?.id ?? null,
  verifyMade: ({ domain, origin }, answer) => {
    const response = worldAnswer(answer);
    if (response === null || response.domain !== domain || response.origin !== origin)
      return Promise.resolve(null);
    const { id, key, counter, challenge } = response;
    return Promise.resolve({ facts: { id, publicKey: key, counter }, challenge });
  },
  verifyUsed: ({ domain, origin }, answer, { id, publicKey, counter }) => {
    const response = worldAnswer(answer);
    const isRight =
      response?.domain === domain &&
      response.origin === origin &&
      response.id === id &&
      response.key === publicKey;
    if (!isRight || (response.counter <= counter && response.counter + counter > 0))
      return Promise.resolve(null);
    return Promise.resolve({ counter: response.counter, challenge: response.challenge });
  },
};

/** The answer of such a device. */
export interface WorldAnswer {
  readonly id: string;
  readonly key: string;
  readonly counter: number;
  readonly challenge: string;
  readonly domain: string;
  readonly origin: string;
}

function worldAnswer(text: string): WorldAnswer | null {
  try {
    return JSON.parse(text) as WorldAnswer | null;
  } catch {
    return null;
  }
}
