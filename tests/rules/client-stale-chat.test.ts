import { expect, it } from 'vitest';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { contactId } from '../../src/domain/ids.ts';
import { loggedIn, messageOf, PARTNER, scripted, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);
const place = (seq: number) => ({ stream: '7-9', seq });
const countRequests = ({ of }: Scripted): number => of('/getContactInfo').length;

it('DATA-9: a chat with changed names is requested until it arrives, after any failures', async () => {
  const profile = createMemoryProfile();
  const first = await loggedIn({ profile });
  await first.settle();
  first.answer('/getContactInfo', { kind: 'timeout' });
  first.push('void', { toContactId: 9, anew: 1 }, place(1));
  // A later message does not cancel the request.
  first.push('simple', messageOf(2, 'm2', { id: 's2' }), place(2));
  await first.clock.advance(4_000);
  expect(countRequests(first)).toBeGreaterThan(0);
  await first.client.stop();

  const second = await scripted({ profile });
  const nothingMissed = { epoch: 'e1', cursor: 'c2', more: 0, frames: [], resync: [], registers: {} };
  second.answer('/sync', { code: 0, data: nothingMissed });
  const deletedContact = { ...PARTNER, displayName: 'Deleted account', seq: 2 };
  second.answer('/getContactInfo', { code: 0, data: deletedContact });
  await second.client.start();
  await second.clock.advance(20_000);
  expect(second.client.core.get().contacts.get(BERT)?.displayName).toBe('Deleted account');
  expect(countRequests(second)).toBe(1);
  second.socket().close();
  await second.clock.advance(40_000);
  expect(countRequests(second)).toBe(1);
});

it('DATA-9: an answer that a frame overtook is asked for once more', async () => {
  const on = await loggedIn();
  await on.settle();
  const deletedContact = { ...PARTNER, displayName: 'Deleted account', seq: 1 };
  on.answer('/getContactInfo', async () => {
    on.push('simple', messageOf(2, 'm2', { id: 's2' }), place(2));
    await on.clock.settle();
    return { code: 0, data: deletedContact };
  });
  on.push('void', { toContactId: 9, anew: 1 }, place(1));
  await on.settle();
  expect(on.client.core.get().contacts.get(BERT)).toMatchObject({ displayName: 'Bert', stale: true });
  on.answer('/getContactInfo', { code: 0, data: { ...deletedContact, seq: 2 } });
  await on.clock.advance(20_000);
  const { displayName, stale } = on.client.core.get().contacts.get(BERT) ?? {};
  expect([displayName, stale, countRequests(on)]).toEqual(['Deleted account', undefined, 2]);
});
