import { expect, it } from 'vitest';
import { callText } from '../../src/server/frames/event-text.ts';

const ended = (callTime: unknown) => callText({ code: 906, type: 1, callTime });

it('CALL-15: the record of a call says how long it was, with hours where there are some', () => {
  expect([0, 59, 61, 3_599].map(ended)).toEqual([
    '通话时长 00:00',
    '通话时长 00:59',
    '通话时长 01:01',
    '通话时长 59:59',
  ]);
  expect([3_600, 3_661, 36_000].map(ended)).toEqual([
    '通话时长 1:00:00',
    '通话时长 1:01:01',
    '通话时长 10:00:00',
  ]);
  expect(ended(undefined)).toBe('通话时长 00:00');
});

it('CALL-15: an open record says which kind of call it is, one that came to nothing why', () => {
  expect([1, 0].map((type) => callText({ code: 901, type }))).toEqual(['视频通话', '语音通话']);
  expect(callText(null)).toBe('语音通话');
  expect([902, 903, 905, 907].map((code) => callText({ code, type: 1, callTime: 7 }))).toEqual([
    '已取消',
    '已拒绝',
    '未接通',
    '忙线中',
  ]);
});
