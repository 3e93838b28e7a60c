import { contactId, userId, type ContactId, type UserId } from '../../domain/ids.ts';
import type { TabMemoryPort } from '../../ports/storage.ts';
import { TALK } from '../call/kept-talk.ts';

/** The group call of this tab, for the page after a reload or a crash (GCALL-14). */
export interface KeptGroupCall {
  readonly self: UserId;
  readonly group: ContactId;
  readonly call: string;
  /** The switches of microphone and camera. */
  readonly microphone: boolean;
  readonly camera: boolean;
}

export function keepGroupCall(memory: TabMemoryPort | undefined, call: KeptGroupCall): void {
  const text = JSON.stringify(call);
  if (memory?.get(TALK) !== text) memory?.set(TALK, text);
}

export function readGroupCall(memory: TabMemoryPort | undefined): KeptGroupCall | null {
  try {
    const value: unknown = JSON.parse(memory?.get(TALK) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { self, group, call, microphone, camera } = value as Readonly<Record<string, unknown>>;
    if (!Number.isSafeInteger(self) || typeof group !== 'string' || typeof call !== 'string') return null;
    return {
      self: userId(Number(self)),
      group: contactId(group),
      call,
      microphone: microphone !== false,
      camera: camera === true,
    };
  } catch {
    return null;
  }
}
