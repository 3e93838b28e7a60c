import { describe, expect, it } from 'vitest';
import { connectionCode } from '../../src/client/browser/media/key-exchange.ts';
import { CALL_WORDS } from '../../src/domain/call-words.ts';

/** A description with one key, named in each of its lines. */
const described = (key: string, hash = 'sha-256'): string =>
  [
    'v=0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    `a=fingerprint:${hash} ${key}`,
    'm=video',
    `a=fingerprint:${hash} ${key}`,
  ].join('\r\n');

describe('words of a call of two', () => {
  it('CALL-50: both ends compute the same words, whoever offers', async () => {
    const words = await connectionCode(described('AA:01'), described('BB:02'));
    expect(words).toHaveLength(CALL_WORDS);
    expect(await connectionCode(described('BB:02'), described('aa:01', 'SHA-256'))).toEqual(words);
  });

  it.each([
    ['its own keys for both', described('EE:09'), described('EE:08')],
    ['one key of its own', described('BB:02'), described('EE:09')],
    [
      'a second key beside the right one',
      `${described('AA:01')}\r\na=fingerprint:sha-256 EE:09`,
      described('BB:02'),
    ],
  ] as const)('CALL-50: a server in the middle with %s shows', async (_what, one, other) => {
    expect(await connectionCode(one, other)).not.toEqual(
      await connectionCode(described('AA:01'), described('BB:02')),
    );
  });
});
