import { account } from './account.ts';
import { call } from './call.ts';
import { chat } from './chat.ts';
import { chats } from './chats.ts';
import { groups } from './groups.ts';
import { logins } from './logins.ts';
import { media } from './media.ts';
import { people } from './people.ts';

/** Texts of all other pages, loaded with the first of them. */
export const pages = {
  ...account,
  ...call,
  ...chat,
  ...chats,
  ...groups,
  ...logins,
  ...media,
  ...people,
} as const;
