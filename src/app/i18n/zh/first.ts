import { common } from './common.ts';
import { home } from './home.ts';

/** What the list of chats says, and what is said everywhere; it comes with the first load. */
export const first = { ...common, ...home } as const;
