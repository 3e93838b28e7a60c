import type { EmojiDeed } from '../oracle/answers/own-emoji.ts';
import type { WriteTx } from '../../src/ports/store.ts';
import { number, numbers } from './body.ts';
import type { Requests } from './requests.ts';

/** What a command wrote of somebody's emoji. */
export type EmojiWritten =
  | { readonly what: 'put'; readonly by: number; readonly id: number; readonly file: number }
  | { readonly what: 'move' | 'drop'; readonly by: number; readonly ids: readonly number[] };

/** So many may be read at once. */
const EMOJI_MAX = 10_000;

export const watchedEmoji = (tx: WriteTx, written: EmojiWritten[]): WriteTx['emoji'] => ({
  ...tx.emoji,
  put: async (user, file, name) => {
    await tx.emoji.put(user, file, name);
    const found = (await tx.emoji.of(user, EMOJI_MAX)).find(({ fileId }) => fileId === file);
    if (found) written.push({ what: 'put', by: user, id: found.id, file });
  },
  move: async (user, ids) => {
    await tx.emoji.move(user, ids);
    written.push({ what: 'move', by: user, ids });
  },
  delete: async (user, ids) => {
    await tx.emoji.delete(user, ids);
    written.push({ what: 'drop', by: user, ids });
  },
});

/** The same as a deed, and whether anybody asked for it. */
export function emojiDeed(
  written: EmojiWritten,
  at: number,
  requests: Requests,
): { readonly deed: EmojiDeed; readonly asked: boolean } {
  const { by } = written;
  if (written.what !== 'put') {
    const call = written.what === 'move' ? 'move' : 'del';
    const asked = requests.some(call, at, by, (body) => numbers(body['ids']).join() === written.ids.join());
    return { deed: { do: written.what, by, ids: written.ids }, asked };
  }
  const asked = [
    ...requests.all('uploademoji', at, by, () => true),
    ...requests.all('add', at, by, (body) => number(body['file_id']) > 0),
  ];
  // Of several at once nobody knows which came first.
  const names = new Set(asked.map((body) => requests.fileOf(body)?.name.replace(/\.[^.]*$/, '')));
  const [name] = names.size === 1 ? names : [];
  return { deed: { do: 'put', by, emoji: { id: written.id, name } }, asked: asked.length > 0 };
}
