/**
 * What an open chat is made of, and what it asks of the server: both are here with the chat, so that what is
 * written while there is no network waits for no code.
 */
export const loadChatCode = async () => {
  const [sending] = await Promise.all([import('./sending.ts'), import('./actions/page-actions.ts')]);
  return sending;
};
