import { Suspense } from 'react';
import { pageTexts } from '../i18n/index.ts';
import { lazyAside } from '../kit/lazy-aside.ts';
import { useLater } from '../shared/use-later.ts';
import { useHasUnsent } from '../shared/use-unsent.ts';

const UnsentTeller = lazyAside(async () => {
  const [code] = await Promise.all([import('./unsent-teller.tsx'), pageTexts()]);
  return code;
});

/** Loads the list of scheduled messages on every page, so that a failure is noticed (LATER-14). */
export function UnsentHost() {
  useLater();
  const hasUnsent = useHasUnsent();
  return <Suspense fallback={null}>{hasUnsent && <UnsentTeller />}</Suspense>;
}
