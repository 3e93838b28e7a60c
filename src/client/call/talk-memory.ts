import { messageId, userId, type MessageId, type UserId } from '../../domain/ids.ts';
import type { TabMemoryPort } from '../../ports/storage.ts';
import { forgetTalk, TALK } from './kept-talk.ts';

/** Leaves the call of a group, which is under the same key. */
export const forgetPair = (memory: TabMemoryPort | undefined): void => {
  if (memory?.get(TALK)?.includes('"group":') !== true) forgetTalk(memory);
};

/** The talk of this tab, for the page after a reload or a crash (CALL-46). */
export interface KeptTalk {
  readonly self: UserId;
  readonly call: MessageId;
  readonly peer: UserId;
  readonly caller: boolean;
  readonly name: string;
  readonly avatar: string;
  readonly video: boolean;
  /** Start of the talk. */
  readonly sinceMs: number;
  /** The newest connection. */
  readonly path: number;
  /** The switches of microphone and camera. */
  readonly microphone: boolean;
  readonly camera: boolean;
}

export function keepTalk(memory: TabMemoryPort | undefined, talk: KeptTalk): void {
  const text = JSON.stringify(talk);
  if (memory?.get(TALK) !== text) memory?.set(TALK, text);
}

export function readTalk(memory: TabMemoryPort | undefined): KeptTalk | null {
  try {
    return talkIn(JSON.parse(memory?.get(TALK) ?? 'null'));
  } catch {
    return null;
  }
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const isTexts = (...values: readonly unknown[]): boolean =>
  values.every((value) => typeof value === 'string');

function talkIn(value: unknown): KeptTalk | null {
  if (typeof value !== 'object' || value === null) return null;
  const { self, call, peer, caller, name, avatar, video, sinceMs, path, microphone, camera } =
    value as Readonly<Record<string, unknown>>;
  if (!isWhole(self) || !isWhole(peer) || !isWhole(sinceMs) || !isWhole(path) || !isTexts(call, name, avatar))
    return null;
  return {
    self: userId(self),
    call: messageId(String(call)),
    peer: userId(peer),
    caller: caller === true,
    name: String(name),
    avatar: String(avatar),
    video: video === true,
    sinceMs,
    path,
    microphone: microphone !== false,
    camera: camera !== false,
  };
}
