import { expect, it } from 'vitest';
import { preferenceLimits as limits } from '../../src/domain/kept-limits.ts';
import { refused } from '../support/attack.ts';
import { setUpHouse } from '../support/set-up-world.ts';

const at = setUpHouse();

it('SEC-1: row 70: a user stores only their own preferences, within limits', async () => {
  const { owner, member, mallory, im } = at;
  const draft = { text: 'secret', at: [], quote: null };
  const own = { name: 'draft 1', op: 'o', value: draft };
  expect((await im(owner, 'keep', own)).code).toBe(0);
  for (const who of [member, mallory])
    expect(JSON.stringify(await im(who, 'getKept', { user_id: owner.id }))).not.toContain('secret');
  await refused(at, () => im(null, 'keep', own), 'nobody');
  const folder = { id: 'a', name: 'A', people: true, groups: false, unread: false, muted: null, chats: [] };
  for (const [name, value] of [
    ['everything', { list: [] }],
    ['draft nobody', draft],
    ['draft 1', { ...draft, text: 'x'.repeat(limits.bytesMax) }],
    ['draft 1', { ...draft, at: [{ id: 1 }] }],
    ['folders', { list: [{ ...folder, name: ' ' }] }],
    ['folders', { list: [{ ...folder, chats: ['nobody'] }] }],
    [
      'folders',
      { list: Array.from({ length: limits.foldersMax + 1 }, (_, n) => ({ ...folder, id: `${n}` })) },
    ],
    ['folders', { list: [1, {}] }],
    ['folders', ['1']],
  ] as const)
    await refused(
      at,
      () => im(mallory, 'keep', { name, op: 'o', value }),
      `${name} ${JSON.stringify(value)}`,
    );
  for (let n = 1; n <= limits.draftsMax + 5; n += 1)
    await im(member, 'keep', { name: `draft ${n}`, op: 'o', value: { ...draft, text: `${n}` } });
  const { data } = await im(member, 'getKept');
  expect((data['list'] as readonly unknown[]).length).toBeLessThanOrEqual(limits.draftsMax);
  const many = await Promise.all(Array.from({ length: 260 }, () => im(mallory, 'keep', own)));
  expect(many.some(({ data: given }) => given['retry_ms'] !== undefined)).toBe(true);
});
