import type { ContactId, UserId } from '../../domain/ids.ts';
import { NOT_LOADED } from '../connection/answers.ts';
import { lazy, nothing } from '../kernel/lazy.ts';
import type { MakeChatWindow } from './chat-window.ts';

const failed = () => NOT_LOADED;

/** The open chat; its code loads with the first one, and then opens the chat requested last (UI-16). */
export const lazyChatWindow =
  (load: () => Promise<{ readonly createChatWindow: MakeChatWindow }>): MakeChatWindow =>
  (parts) => {
    let currentId: ContactId | null = null;
    let isStopped = false;
    let user: UserId | null = null;
    const chat = lazy(
      load,
      ({ createChatWindow }) => createChatWindow(parts),
      (instance) => {
        if (isStopped) instance.stop();
        else if (currentId !== null) instance.show(currentId);
      },
      () => parts.store.get().self?.id ?? null,
    );
    return {
      show: (id) => {
        currentId = id;
        const instance = chat.now();
        if (instance !== null) instance.show(id);
        else if (id !== null) chat.tell(nothing, nothing);
      },
      older: (id) => chat.ask((instance) => instance.older(id), failed),
      newer: (id) => chat.ask((instance) => instance.newer(id), failed),
      newest: (id) => chat.ask((instance) => instance.newest(id), failed),
      until: (id, message) => chat.ask((instance) => instance.until(id, message), failed),
      read: (id, n) => chat.tell((instance) => instance.read(id, n), nothing),
      count: (id) => chat.tell((instance) => instance.count(id), nothing),
      onChange: (state) => {
        const self = state.self?.id ?? null;
        // Chats the former user had open do not open for the next one.
        if (user !== null && self !== user) currentId = null;
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
