import { atLeast, speech } from './chat-rights.ts';
import type { Oracle } from './oracle.ts';
import { expectedArchive, expectedList } from './shown.ts';
import { oracleContactOf } from './state.ts';

/** Parts of a user's page outside of its chats, by name. */
export function expectedPage(oracle: Oracle, me: number): ReadonlyMap<string, string> {
  const [list, archive] = [expectedList(oracle, me), expectedArchive(oracle, me)];
  const ids = (rows: typeof list): string => rows.map(({ contact }) => contact).join(' ');
  const unread = archive.reduce((sum, row) => sum + row.unread, 0);
  const isMarked = archive.some(({ marked }) => marked !== false);
  const parts = new Map([
    [
      'list unread',
      ids(
        list.filter((row) => row.marked !== false || (row.notified && (row.unread > 0 || row.mentions > 0))),
      ),
    ],
    ['list at', ids(list.filter(({ mentions }) => mentions > 0))],
    ['archive', unread > 0 ? String(unread) : isMarked ? 'dot' : ''],
  ]);
  for (const { name, group, seats } of oracle.chats.values()) {
    if (!seats.get(me)?.here || name === 'notice') continue;
    const id = oracleContactOf(me, name);
    const refusal = speech(oracle, me, name, []);
    // Such a chat stays only if the server was closed when they parted: the refusal of a message says why.
    if (refusal !== 'no friends') parts.set(`composer ${id}`, String(refusal === null));
    if (group) parts.set(`rights ${id}`, rightsIn(oracle, me, name));
  }
  return parts;
}

/** Actions of a group that this member may do, of those with a button for each. */
function rightsIn(oracle: Oracle, me: number, chat: string): string {
  const setting = oracle.chats.get(chat)?.group?.setting;
  const leads = atLeast(oracle, me, chat, 2) === null;
  const owns = atLeast(oracle, me, chat, 1) === null;
  const rights: Readonly<Record<string, boolean>> = {
    sendMedia: leads || setting?.media === true,
    invite: leads || setting?.invite === true,
    rename: leads,
    pinMessage: leads || setting?.pin === true,
    editSetting: leads,
    dissolve: owns,
    leave: !owns,
  };
  return Object.keys(rights)
    .filter((right) => rights[right])
    .join(' ');
}
