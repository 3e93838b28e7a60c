import type { TabMemoryPort } from '../../ports/storage.ts';

/** The call of the tab, with another user or of a group: a device has one at a time. */
export const TALK = 'call-talk';

export const anyTalk = (memory: TabMemoryPort | undefined): boolean => (memory?.get(TALK) ?? null) !== null;

export const forgetTalk = (memory: TabMemoryPort | undefined): void => {
  if (anyTalk(memory)) memory?.set(TALK, null);
};
