import type { Push, PushManner, PushOutcome } from '../../src/ports/push.ts';
import type { Fields } from './fields.ts';
import type { Person, World } from './world.ts';

/** A push service that records the unencrypted pushes. */
export interface PretendedPush extends Push {
  readonly sent: { readonly endpoint: string; readonly note: Fields; readonly manner: PushManner }[];
  /** Future answers, by endpoint. */
  readonly outcomes: Map<string, PushOutcome>;
  /** Notes since the last look. */
  take(): readonly { readonly endpoint: string; readonly note: Fields; readonly manner: PushManner }[];
}

export function pretendedPush(): PretendedPush {
  const sent: PretendedPush['sent'] = [];
  const outcomes = new Map<string, PushOutcome>();
  let made = 0;
  return {
    sent,
    outcomes,
    makeKeys: () => Promise.resolve({ publicKey: `public ${(made += 1)}`, privateKey: 'private' }),
    allows: (endpoint) => Promise.resolve(endpoint.startsWith('https://push.test/')),
    send: ({ endpoint }, text, manner) => {
      sent.push({ endpoint, note: JSON.parse(text) as Fields, manner });
      return Promise.resolve(outcomes.get(endpoint) ?? 'sent');
    },
    take: () => sent.splice(0),
  };
}

const base64url = (bytes: number): string => 'A'.repeat(Math.ceil((bytes * 4) / 3));

/** Registers a device of the user for pushes. Returns its `cid`. */
export async function device(
  world: World,
  who: Person | null,
  name: string,
  more: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const answer = await world.call<{ cid: string }>(
    who,
    '/common/push/subscribe',
    {
      endpoint: `https://push.test/${name}`,
      p256dh: base64url(65),
      auth: base64url(16),
      platform: 'android',
      ...more,
    },
    headers,
  );
  if (answer.code !== 0) throw new Error(answer.msg);
  return answer.data.cid;
}
