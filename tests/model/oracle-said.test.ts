import { expect, it } from 'vitest';
import { Oracle } from '../../simulator/oracle/oracle.ts';
import { Requests } from '../../simulator/recorder/requests.ts';
import { messageActions } from '../../simulator/recorder/said-of.ts';

/** A notice that was asked for, at a place of the commands, without an answer so far. */
const requestFor = (notice: string, from: number) => ({
  call: 'setnotice',
  user: 1,
  body: JSON.stringify({ id: 'group-1', notice }),
  from,
  until: null,
  answer: null,
});

it('SIM-17: after several announcements without an answer, the written one counts', () => {
  const requests = new Requests((text) => text);
  for (const one of [requestFor('former', 1), requestFor('newer', 2)]) requests.learn(one as never);
  const facts = { kind: 'message', from: 1, id: 'x', msgId: 9, n: 1, notice: true } as never;
  const report = messageActions('group-1', facts, 3, requests, new Oracle(), '<h3>群公告</h3>newer');
  expect(report).toMatchObject({ isRequested: true, action: { line: { words: '<h3>群公告</h3>newer' } } });
  const other = messageActions('group-1', facts, 3, requests, new Oracle(), 'none of them');
  expect(other).toMatchObject({ isRequested: true, action: { line: { words: '<h3>群公告</h3>former' } } });
});
