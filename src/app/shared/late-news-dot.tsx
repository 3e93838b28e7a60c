import { Suspense } from 'react';
import { lazyAside } from '../kit/lazy-aside.ts';
import { hasMomentNews } from '../../client/state/kept-shown.ts';
import { useStore } from './client-context.ts';

/** The link remains if the dot fails to load. */
const NewsDot = lazyAside(() => import('./news-dot.tsx'));

/** The dot where the first page has no room for it: it comes once there is something to say (MOMENT-7). */
export const LateNewsDot = () =>
  useStore(hasMomentNews) && (
    <Suspense fallback={null}>
      <NewsDot />
    </Suspense>
  );
