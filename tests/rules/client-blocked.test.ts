import { expect, it } from 'vitest';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { blockedBy } from '../../src/client/state/blocked.ts';
import { userId } from '../../src/domain/ids.ts';
import {
  messageOf,
  PARTNER,
  scripted,
  type Scripted,
  type ScriptedOptions,
} from '../support/scripted-server.ts';

const BERT = userId(9);
const OTHER = userId(12);

/** The list contains the users who were blocked earlier. */
async function begin(options: ScriptedOptions = {}, contact: object = PARTNER): Promise<Scripted> {
  const on = await scripted(options);
  const place = { cursor: 'c0', epoch: 'e1', seq: 0, blocked: [OTHER] };
  on.answer('/getContacts', { code: 0, data: [contact], count: 0, page: 0, ...place });
  await on.client.start();
  return on;
}
const blocked = (on: Scripted): readonly number[] => [...blockedBy(on.client.core.get())];

it('BLOCK-7: blocked people come with the list, follow other devices, and stay over a reload', async () => {
  const profile = createMemoryProfile();
  const first = await begin({ profile });
  await first.login();
  await first.settle();
  expect(blocked(first)).toEqual([OTHER]);
  first.push('blockPerson', { id: BERT, on: 1 }, { stream: 'u7', seq: 1 });
  await first.settle();
  expect(blocked(first)).toEqual([OTHER, BERT]);
  first.push('presence', { on: [BERT], off: [] });
  await first.settle();
  expect(blocked(first)).toEqual([OTHER, BERT]);
  first.push('blockPerson', { id: OTHER, on: 0 }, { stream: 'u7', seq: 2 });
  await first.settle();
  expect(blocked(first)).toEqual([BERT]);
  await first.clock.advance(5_000);
  await first.client.stop();
  const second = await begin({ profile, clock: first.clock });
  expect(blocked(second)).toEqual([BERT]);
  second.push('blockPerson', { id: BERT, on: 0 }, { stream: 'u7', seq: 3 });
  await second.clock.advance(1_000);
  expect(blocked(second)).toEqual([]);
});

it('BLOCK-14: a block is shown at once, sent when possible, and the last press counts', async () => {
  const on = await begin();
  await on.login();
  await on.settle();
  on.answer('/blockPerson', { kind: 'offline' });
  await on.client.actions.block(BERT, true);
  await on.client.actions.block(OTHER, false);
  await on.settle();
  expect(blocked(on)).toEqual([BERT]);
  await on.client.actions.block(BERT, false);
  await on.client.actions.block(BERT, true);
  on.answer('/blockPerson', { code: 0 });
  await on.clock.advance(60_000);
  const reports = on.of('/blockPerson').map(({ body }) => body);
  expect(reports.findLast((body) => (body as { id: number }).id === BERT)).toMatchObject({ on: 1 });
  on.push('blockPerson', { id: BERT, on: 1 }, { stream: 'u7', seq: 1 });
  on.push('blockPerson', { id: OTHER, on: 0 }, { stream: 'u7', seq: 2 });
  await on.settle();
  expect([blocked(on), on.client.core.get().pending.block.size]).toEqual([[BERT], 0]);
});

it('BLOCK-14: a refused block is reported and undone', async () => {
  const on = await begin();
  await on.login();
  await on.settle();
  on.answer('/blockPerson', { code: 400, msg: 'At most 500 people' });
  await on.client.actions.block(BERT, true);
  await on.clock.advance(1_000);
  expect(blocked(on)).toEqual([OTHER]);
  expect(on.notices.map((one) => ('text' in one ? one.text : one.kind))).toContain('At most 500 people');
});

it('BLOCK-11: when a blocked user mentions everyone in a group, no sound or toast follows', async () => {
  const on = await begin({}, { ...PARTNER, id: 'group-3', is_group: 1, stream: 'group-3' });
  await on.login();
  await on.settle();
  const sendMessage = async (from: number, n: number) => {
    const words = messageOf(n, `words ${n}`, { from, id: `m-${n}` });
    on.push('group', { ...words, toContactId: 'group-3', at: [0] }, { stream: 'group-3', seq: n });
    await on.settle();
    return on.notices.splice(0).map(({ kind }) => kind);
  };
  expect(await sendMessage(BERT, 1)).toEqual(['sound', 'arrived']);
  expect(await sendMessage(OTHER, 2)).toEqual([]);
  on.push('blockPerson', { id: OTHER, on: 0 }, { stream: 'u7', seq: 1 });
  expect(await sendMessage(OTHER, 3)).toEqual(['sound', 'arrived']);
});
