import { Suspense } from 'react';
import { useStore } from '../shared/client-context.ts';
import { lazyAside } from '../kit/lazy-aside.ts';

const PhoneHost = lazyAside(() => import('./phone-host.tsx'));
const StartCheck = lazyAside(() => import('../screens/account/settings/start-check.tsx'));

/** Looks once for a newer version, when everything else has come (UPD-6). */
export function UpdateHost() {
  const ready = useStore((state) => state.sync.ready && state.connection.name === 'open');
  if (!ready) return null;
  return (
    <Suspense fallback={null}>
      <StartCheck />
      <PhoneHost />
    </Suspense>
  );
}
