import { type ComponentType, lazy, Suspense } from 'react';
import { hasMomentNews } from '../../client/state/kept-shown.ts';
import { useStore } from './client-context.ts';

/** Without it the way stands there all the same. */
const NewsDot = lazy((): Promise<{ readonly default: ComponentType }> =>
  import('./news-dot.tsx').catch(() => ({ default: () => null })),
);

/** The dot where the first page has no room for it: it comes once there is something to say (MOMENT-7). */
export const LateNewsDot = () =>
  useStore(hasMomentNews) && (
    <Suspense fallback={null}>
      <NewsDot />
    </Suspense>
  );
