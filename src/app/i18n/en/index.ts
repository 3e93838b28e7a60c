import { entry } from './entry.ts';
import { first } from './first.ts';
import { pages } from './pages.ts';

/**
 * English, the fallback. One file per area; plurals end in `_one` and `_other`. The app fetches the parts
 * apart.
 */
export const en = { ...entry, ...first, ...pages } as const;
