import type { DraftKey } from '../../domain/ids.ts';
import type { Recording, RecordingActions } from '../interface/files.ts';
import { UPLOADS } from '../uploads/upload-store.ts';
import { type ActionParts, selfOf } from './parts.ts';

const keyOf = (chat: DraftKey): string => `recording ${chat}`;

/**
 * Voice messages that were not sent yet (REC-6), beside the pending uploads, which skip them. The page's own
 * copies serve a device without room.
 */
export function recordingActions(parts: ActionParts): RecordingActions {
  const ofPage = new Map<string, Recording>();
  const { ports } = parts;
  return {
    keepRecording: async (chat, recording) => {
      const user = selfOf(parts);
      if (user === null) return;
      const own = `${user} ${chat}`;
      if (recording === null) ofPage.delete(own);
      else ofPage.set(own, recording);
      const change = { store: UPLOADS, key: keyOf(chat), value: recording ?? undefined };
      await ports.records.write(String(user), [change]).catch(() => false);
    },
    recording: async (chat) => {
      const user = selfOf(parts);
      if (user === null) return null;
      const own = ofPage.get(`${user} ${chat}`);
      if (own !== undefined) return own;
      const stored = await ports.records.read(String(user), UPLOADS, keyOf(chat)).catch(() => null);
      return isRecording(stored) ? stored : null;
    },
  };
}

function isRecording(value: unknown): value is Recording {
  if (typeof value !== 'object' || value === null) return false;
  const { body, seconds } = value as Partial<Recording>;
  return body instanceof Blob && typeof seconds === 'number';
}
