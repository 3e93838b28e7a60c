/**
 * Code a page needs only for an open chat or for sending; it loads with the first of them (`kernel/lazy.ts`).
 */
export { createChatWindow } from './conversation/chat-window.ts';
export { createOutbox } from './outbox/outbox.ts';
export { createPendingChanges } from './pending-changes/pending-changes.ts';
export { createUploads } from './uploads/uploads.ts';
