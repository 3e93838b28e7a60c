import { expect, it } from 'vitest';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { contactId, threadKey } from '../../src/domain/ids.ts';
import { loggedIn, scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);
const makeRecording = (text: string, seconds: number) => ({
  body: new Blob([text], { type: 'audio/webm' }),
  seconds,
});

it('REC-6: a recording outlives the page, for its chat or thread alone, until it is removed', async () => {
  const profile = createMemoryProfile();
  const first = await loggedIn({ profile });
  await first.client.actions.keepRecording(BERT, makeRecording('one', 1));
  await first.client.actions.keepRecording(BERT, makeRecording('one and two', 2));
  expect(await first.client.actions.recording(threadKey(BERT, 3))).toBeNull();
  await first.client.stop();
  const second = await scripted({ profile });
  await second.client.start();
  await second.settle();
  const match = await second.client.actions.recording(BERT);
  expect([match?.seconds, await match?.body.text()]).toEqual([2, 'one and two']);
  expect(second.client.uploads.get()).toEqual([]);
  await second.client.actions.keepRecording(BERT, null);
  expect(await second.client.actions.recording(BERT)).toBeNull();
  await second.client.stop();
  const third = await scripted({ profile });
  await third.client.start();
  await third.settle();
  expect(await third.client.actions.recording(BERT)).toBeNull();
});

it('REC-6: a device without room keeps a recording as long as the page', async () => {
  const profile = createMemoryProfile();
  const records = { ...profile.records, write: () => Promise.reject(new Error('full')) };
  const on = await loggedIn({ profile: { ...profile, records } });
  await on.client.actions.keepRecording(BERT, makeRecording('one', 1));
  expect((await on.client.actions.recording(BERT))?.seconds).toBe(1);
});
