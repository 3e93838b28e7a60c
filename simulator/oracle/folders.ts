import { expectedList } from './shown.ts';
import { partners } from './state.ts';
import { chatOf } from './state.ts';
import type { OracleView } from './state.ts';

/** Stored form: its id, its name, people, groups, unread, muted, chats. */
type Folder = readonly [string, string, boolean, boolean, boolean, boolean | null, readonly string[]];

/**
 * The chats a user must see in each folder, in list order, and its count: the unread messages, of muted chats
 * only if the folder includes them (FOLDER-3).
 */
export function expectedFolders(oracle: OracleView, me: number, stored: string | null): readonly string[] {
  const folders = stored === null ? [] : (JSON.parse(stored) as readonly Folder[]);
  return folders.map(([, name, people, groups, unread, muted, chats]) => {
    const inside = expectedList(oracle, me).filter((row) => {
      if (chats.includes(row.contact)) return true;
      const chat = chatOf(me, row.contact) ?? '';
      const isGroup = chat.startsWith('group-');
      const isPerson = partners(chat) !== null;
      if (!(isPerson && people) && !(isGroup && groups)) return false;
      const waits = row.unread > 0 || row.mentions > 0 || row.marked;
      return (!unread || waits) && (muted === null || row.notified !== muted);
    });
    const countable = inside.filter(({ notified }) => notified || muted === true);
    const unreadThere = countable.reduce((sum, row) => sum + row.unread, 0);
    return `${name}: ${inside.map(({ contact }) => contact).join(' ')} (${unreadThere})`;
  });
}
