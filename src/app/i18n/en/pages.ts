import { account } from './account.ts';
import { call } from './call.ts';
import { chat } from './chat.ts';
import { chats } from './chats.ts';
import { files } from './files.ts';
import { folders } from './folders.ts';
import { groups } from './groups.ts';
import { later } from './later.ts';
import { logins } from './logins.ts';
import { manage } from './manage.ts';
import { media } from './media.ts';
import { moments } from './moments.ts';
import { people } from './people.ts';
import { phone } from './phone.ts';
import { report } from './report.ts';
import { register } from './register.ts';

/** Texts of all other pages, loaded with the first of them. */
export const pages = {
  ...account,
  ...call,
  ...chat,
  ...chats,
  ...files,
  ...folders,
  ...groups,
  ...later,
  ...logins,
  ...manage,
  ...media,
  ...moments,
  ...people,
  ...phone,
  ...register,
  ...report,
} as const;
