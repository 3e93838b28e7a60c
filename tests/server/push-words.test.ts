import { describe, expect, it } from 'vitest';
import { ERASED_NAME } from '../../src/domain/erased-name.ts';
import { messageId, msgId, streamId, userId } from '../../src/domain/ids.ts';
import { NOTICE_HEAD } from '../../src/domain/markup.ts';
import type { PushSubRow } from '../../src/ports/store/push.ts';
import { pushText } from '../../src/server/features/push/declarative.ts';
import { payloadOf, type PushFacts } from '../../src/server/features/push/words.ts';
import { message } from '../support/store-rows.ts';

const row: PushFacts['row'] = {
  ...message({ id: messageId('a'), stream: streamId('group-1'), content: `${NOTICE_HEAD}we move` }),
  msgId: msgId(1),
  root: null,
  only: null,
  rev: 0,
  album: null,
};

it.each([
  ['en', 'Deleted account: Group notice: we move'],
  ['zh', '已注销的账号: 群公告：we move'],
] as const)('PUSH-4, DATA-9: a notification in %s has no words of the other language', (language, words) => {
  const device = { language, showsWords: true } as PushSubRow;
  const text = payloadOf('message', { row, sender: ERASED_NAME, group: 'Hikers' }, device, userId(2));
  expect(JSON.parse(text)).toMatchObject({ title: 'Hikers', content: words });
});

describe('declarative pushes', () => {
  const device = { language: 'en', showsWords: true, platform: 'ios' } as PushSubRow;
  const text = (job: 'message' | 'edited') =>
    payloadOf(job, { row, sender: 'Anna', group: 'Hikers' }, device, userId(2));
  const host = 'https://chat.example.org';

  it('PUSH-27: an iPhone gets the notification in both forms, and the page that it opens', () => {
    const note = JSON.parse(text('message')) as Record<string, unknown>;
    expect(JSON.parse(pushText(text('message'), device, host))).toEqual({
      ...note,
      web_push: 8030,
      mutable: true,
      notification: {
        title: 'Hikers',
        body: note['content'],
        tag: note['tag'],
        navigate: `${host}/#/pages/message/chat?id=group-1`,
        silent: false,
        data: note,
      },
    });
  });

  it('PUSH-27: no other device, no server without an address, and no changed text gets it', () => {
    expect(pushText(text('message'), { platform: 'android' }, host)).toBe(text('message'));
    expect(pushText(text('message'), device, null)).toBe(text('message'));
    expect(pushText(text('edited'), device, host)).toBe(text('edited'));
  });
});
