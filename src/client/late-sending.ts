import type { ContactId } from '../domain/ids.ts';
import { fail } from '../domain/result.ts';
import type { ChatWindow, ChatWindowParts } from './conversation/chat-window.ts';
import type { Failure, Notice } from './interface/client.ts';
import { latePart } from './late-part.ts';
import type { Outbox, OutboxParts } from './outbox/outbox.ts';
import type { Wishes, WishParts } from './wishes/wishes.ts';
import type { UploadView } from './interface/files.ts';
import type { UploadQueue, UploadQueueParts } from './uploads/uploads.ts';
import type { UploadRecords } from './uploads/records.ts';

export interface MakeSending {
  readonly createOutbox: (parts: OutboxParts) => Outbox;
  readonly createWishes: (parts: WishParts) => Wishes;
  readonly createUploads: (parts: UploadQueueParts) => UploadQueue;
  readonly createChatWindow: (parts: ChatWindowParts) => ChatWindow;
}

type Load = () => Promise<MakeSending>;

const BROKEN: Failure = { kind: 'transport', why: 'broken' };
const NONE: readonly UploadView[] = [];

/**
 * Outbox, wishes, uploads and the open chat with code that comes with the first thing that is sent, wanted
 * or opened, or at once when something is stored (UI-16). What was said to them meanwhile (who holds the
 * lock, whether there is a network) is said again.
 */
export const lateSending = (load: Load): MakeSending => ({
  createOutbox: (parts) => lateOutbox(load, parts),
  createWishes: (parts) => lateWishes(load, parts),
  createUploads: (parts) => lateUploads(load, parts),
  createChatWindow: (parts) => lateChatWindow(load, parts),
});

const told = (raise: (notice: Notice) => void): void => raise({ kind: 'text', key: 'err.noNetwork' });

function lateOutbox(load: Load, parts: OutboxParts): Outbox {
  const said = { held: false, permitted: false, over: false };
  const { part, begin } = latePart<Outbox>({
    bring: async () => {
      const outbox = (await load()).createOutbox(parts);
      await outbox.load().catch(() => parts.log.write('warn', 'outbox.notRead'));
      return outbox;
    },
    arrived: (outbox) => {
      endPokes();
      if (said.over) return outbox.stop();
      outbox.permit(said.permitted);
      outbox.hold(said.held);
    },
    meanwhile: {
      load: async () => {
        const stored = await parts.records.all(parts.user);
        if (stored.length > 0) await begin();
      },
      settled: () => undefined,
      hold: (on) => {
        said.held = on;
      },
      permit: (on) => {
        said.permitted = on;
      },
      networkReturned: () => undefined,
      unsent: () => 0,
      stop: () => {
        said.over = true;
        endPokes();
      },
    },
    failed: () => {
      told(parts.sent.raise);
      return false;
    },
  });
  // Another tab has something to send, or has sent it.
  const endPokes = parts.records.onPoke(() => void begin());
  return part;
}

function lateWishes(load: Load, parts: WishParts): Wishes {
  const said = { permitted: false, over: false };
  const { part, begin } = latePart<Wishes>({
    bring: async () => (await load()).createWishes(parts),
    arrived: (wishes) => {
      if (said.over) return wishes.stop();
      wishes.permit(said.permitted);
      wishes.resume();
    },
    meanwhile: {
      resume: () => {
        if (Object.values(parts.get().pending).some(({ size }) => size > 0)) void begin();
      },
      permit: (on) => {
        said.permitted = on;
      },
      networkReturned: () => undefined,
      looked: () => undefined,
      stop: () => {
        said.over = true;
      },
    },
    failed: () => told(parts.raise),
  });
  return part;
}

function lateUploads(load: Load, parts: UploadQueueParts): UploadQueue {
  const listeners = new Set<() => void>();
  let records: UploadRecords | null = null;
  let isRestored = false;
  const { part, begin } = latePart<UploadQueue>({
    bring: async () => (await load()).createUploads(parts),
    arrived: (uploads) => {
      uploads.subscribe(() => {
        for (const run of listeners) run();
      });
      if (records !== null) uploads.keepIn(records);
      if (isRestored) void uploads.restore();
    },
    meanwhile: {
      get: () => NONE,
      subscribe: (run) => {
        listeners.add(run);
        return () => void listeners.delete(run);
      },
      looked: () => undefined,
      keepIn: (next) => {
        [records, isRestored] = [next, false];
      },
      restore: async () => {
        const from = records;
        isRestored = true;
        if (from !== null && (await from.all()).length > 0 && from === records) await begin();
      },
      clear: () => {
        records = null;
      },
    },
    failed: () => told(parts.raise),
  });
  return part;
}

function lateChatWindow(load: Load, parts: ChatWindowParts): ChatWindow {
  const said: { wanted: ContactId | null; over: boolean } = { wanted: null, over: false };
  const { part, begin } = latePart<ChatWindow>({
    bring: async () => (await load()).createChatWindow(parts),
    arrived: (chat) => {
      if (said.over) chat.stop();
      else if (said.wanted !== null) chat.show(said.wanted);
    },
    meanwhile: {
      show: (id) => {
        said.wanted = id;
        if (id !== null) void begin();
      },
      looked: () => undefined,
      caughtUp: () => undefined,
      alive: () => undefined,
      stop: () => {
        said.over = true;
      },
    },
    failed: () => fail(BROKEN),
  });
  return part;
}
