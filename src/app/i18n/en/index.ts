import { account } from './account.ts';
import { chat } from './chat.ts';
import { common } from './common.ts';
import { groups } from './groups.ts';
import { home } from './home.ts';
import { login } from './login.ts';
import { manage } from './manage.ts';
import { media } from './media.ts';
import { moments } from './moments.ts';
import { people } from './people.ts';

/** English, the fallback. One file per area; plurals end in `_one` and `_other`. */
export const en = { ...common, ...home, ...login, ...chat, ...groups, ...people, ...media, ...account, ...manage, ...moments } as const;
