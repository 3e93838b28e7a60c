import { Suspense } from 'react';
import { lazyAside } from '../kit/lazy-aside.ts';
import { hasMomentNews } from '../../client/state/kept-shown.ts';
import { useStore } from './client-context.ts';

/** The link remains if the dot fails to load. */
const NewsDot = lazyAside(() => import('./news-dot.tsx'));

/** The dot for pages without room for it in the first load: loaded once there is news (MOMENT-7). */
export const LateNewsDot = () =>
  useStore(hasMomentNews) && (
    <Suspense fallback={null}>
      <NewsDot />
    </Suspense>
  );
