import type { ContactId, UserId } from '../../domain/ids.ts';
import { NOT_LOADED } from '../connection/answers.ts';
import { lazy, nothing } from '../kernel/lazy.ts';
import type { MakeChatWindow } from './chat-window.ts';

const failed = () => NOT_LOADED;

/** The open chat; its code loads with the first one, and then opens the chat requested last (UI-16). */
export const lazyChatWindow =
  (load: () => Promise<{ readonly createChatWindow: MakeChatWindow }>): MakeChatWindow =>
  (parts) => {
    let wantedId: ContactId | null = null;
    let isStopped = false;
    let user: UserId | null = null;
    const chat = lazy(
      load,
      ({ createChatWindow }) => createChatWindow(parts),
      (made) => {
        if (isStopped) made.stop();
        else if (wantedId !== null) made.show(wantedId);
      },
      () => parts.store.get().self?.id ?? null,
    );
    return {
      show: (id) => {
        wantedId = id;
        const made = chat.now();
        if (made !== null) made.show(id);
        else if (id !== null) chat.tell(nothing, nothing);
      },
      older: (id) => chat.ask((made) => made.older(id), failed),
      newer: (id) => chat.ask((made) => made.newer(id), failed),
      newest: (id) => chat.ask((made) => made.newest(id), failed),
      until: (id, message) => chat.ask((made) => made.until(id, message), failed),
      read: (id, n) => chat.tell((made) => made.read(id, n), nothing),
      count: (id) => chat.tell((made) => made.count(id), nothing),
      onChange: (state) => {
        const self = state.self?.id ?? null;
        // Chats the former user had open do not open for the next one.
        if (user !== null && self !== user) wantedId = null;
        user = self;
        chat.now()?.onChange(state);
      },
      onCaughtUp: () => chat.now()?.onCaughtUp(),
      alive: () => chat.now()?.alive(),
      stop: () => {
        isStopped = true;
        chat.now()?.stop();
      },
    };
  };
