import { entry } from './entry.ts';
import { first } from './first.ts';
import { pages } from './pages.ts';

/**
 * Simplified Chinese, the default. One file per area; plurals end in `_other`. The app fetches the two parts
 * apart.
 */
export const zh = { ...entry, ...first, ...pages } as const;
