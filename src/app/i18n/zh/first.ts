import { common } from './common.ts';
import { home } from './home.ts';

/** Texts of the list of chats and texts that all pages share; loaded first. */
export const first = { ...common, ...home } as const;
