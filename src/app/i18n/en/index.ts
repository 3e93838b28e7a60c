import { first } from './first.ts';
import { pages } from './pages.ts';

/** English, the fallback. One file per area; plurals end in `_one` and `_other`. The app fetches the two parts apart. */
export const en = { ...first, ...pages } as const;
