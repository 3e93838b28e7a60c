import { valueFor } from './fields.ts';
import type { Source } from './fields.ts';

export interface Speech {
  readonly frames: readonly string[];
  /** One of them holds a token that may be a login. */
  readonly mayBind: boolean;
}

/**
 * Forged frames on a socket: binding as another user, with ended logins, foreign places, and invalid frames.
 */
export function drawSpeech(
  source: Source & { readonly own: string | null; readonly dead: readonly string[] },
): Speech {
  const { chance, own, dead, people, me } = source;
  const frames: string[] = [];
  let mayBind = false;
  for (let left = chance.whole(1, 4); left > 0; left -= 1) {
    const kind = chance.weighted({
      bind: 4,
      falseBind: 3,
      ack: 2,
      presence: 1,
      typing: 3,
      garbage: 2,
      ping: 1,
    });
    if (kind === 'bind' && own !== null) {
      mayBind = true;
      const user = chance.pick([me, me, chance.pick(people).id, '', null]);
      frames.push(
        JSON.stringify({
          type: 'bindUid',
          user_id: user,
          token: own,
          ...(chance.happens(0.5) && { client: 'parley', v: 1, calls: callsOf(source) }),
        }),
      );
    } else if (kind === 'falseBind') {
      const token = chance.pick(['', 'bearer ', `bearer ${'f'.repeat(64)}`, String(me), ...dead]);
      frames.push(
        JSON.stringify({ type: 'bindUid', user_id: chance.pick(people).id, token, client: 'parley' }),
      );
    } else if (kind === 'ack')
      frames.push(
        JSON.stringify({
          type: 'ack',
          cursor: valueFor('cursor', '', source),
          visible: chance.happens(0.5),
          positions: valueFor('positions', '', source),
        }),
      );
    else if (kind === 'presence')
      frames.push(
        JSON.stringify({ type: 'presence', word: chance.pick(['0.0', '3.zz', 'x'.repeat(41), '-1.1']) }),
      );
    else if (kind === 'typing') frames.push(...foreignTyping(source));
    else if (kind === 'ping') frames.push('{"type":"ping"}');
    else
      frames.push(
        chance.pick([
          '',
          '{',
          'null',
          '[]',
          '{"type":7}',
          '{"type":"init","client_id":"x"}',
          `${'['.repeat(200)}${']'.repeat(200)}`,
          '{"type":"bindUid"}',
          '{"type":"bindUid","token":7}',
          '{"type":"close"}',
        ]),
      );
  }
  return { frames, mayBind };
}

/** Forged typing signals: into foreign chats, as another user, of unknown kinds, and too frequent. */
function foreignTyping({ chance, people, ...source }: Source): readonly string[] {
  const to = (): unknown =>
    chance.happens(0.5)
      ? valueFor('toContactId', '', { chance, people, ...source })
      : chance.pick([String(chance.pick(people).id), 'group-1', 'group-2', '-1', 'admin_notice', 'system']);
  const frame = (): string =>
    JSON.stringify({
      type: 'typing',
      toContactId: to(),
      user_id: chance.pick(people).id,
      what: chance.pick(['text', 'voice', 'file', 'stop', 'song', 7]),
    });
  return Array.from({ length: chance.pick([1, 1, 2, 12]) }, frame);
}

/** Calls of others, as if this device had a part in them. */
const callsOf = (source: Source): Readonly<Record<string, unknown>> => ({
  [String(valueFor('id', '/sendToMsg', source))]: source.chance.whole(0, 5),
});
