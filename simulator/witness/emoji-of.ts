import { stemOf } from '../oracle/answers/files.ts';
import type { EmojiDeed } from '../oracle/answers/own-emoji.ts';
import { number, numbers } from './body.ts';
import type { Requests } from './requests.ts';
import type { EmojiWritten } from './witnessed.ts';

/** The written change as an action, and whether it was requested. */
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
  // The order of simultaneous ones is unknown.
  const names = new Set(
    asked.map((body) => {
      const file = requests.fileOf(body);
      return file && stemOf(file.name);
    }),
  );
  const [name] = names.size === 1 ? names : [];
  return { deed: { do: 'put', by, emoji: { id: written.id, name } }, asked: asked.length > 0 };
}
