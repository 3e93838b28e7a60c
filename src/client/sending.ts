/**
 * Code a page needs only for an open chat or for sending; it loads with the first of them (`kernel/lazy.ts`).
 */
export { createChatWindow } from './conversation/chat-window.ts';
export { createOutbox } from './outbox/outbox.ts';
export { createWishes } from './wishes/wishes.ts';
export { createUploads } from './uploads/uploads.ts';
