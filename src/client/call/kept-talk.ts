import type { TabMemoryPort } from '../../ports/storage.ts';

export const TALK = 'call-talk';

export const anyTalk = (memory: TabMemoryPort | undefined): boolean => (memory?.get(TALK) ?? null) !== null;

export const forgetTalk = (memory: TabMemoryPort | undefined): void => {
  if (anyTalk(memory)) memory?.set(TALK, null);
};
