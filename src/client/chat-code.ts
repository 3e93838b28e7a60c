/**
 * Parts of an open chat and its server requests. Both load with the chat, so that writing without a network
 * waits for no code.
 */
export const loadChatCode = async () => {
  const [sending] = await Promise.all([import('./sending.ts'), import('./actions/page-actions.ts')]);
  return sending;
};
