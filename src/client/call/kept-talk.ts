import type { TabMemoryPort } from '../../ports/storage.ts';

export const TALK = 'call-talk';
export const GROUP_TALK = 'group-call';

export const anyTalk = (memory: TabMemoryPort | undefined): boolean =>
  [TALK, GROUP_TALK].some((key) => (memory?.get(key) ?? null) !== null);

export const forgetTalk = (memory: TabMemoryPort | undefined, key = TALK): void => {
  if ((memory?.get(key) ?? null) !== null) memory?.set(key, null);
};
