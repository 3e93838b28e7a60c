import { lazy, Suspense } from 'react';
import { hasMomentNews } from '../../client/state/kept-shown.ts';
import { pageTexts } from '../i18n/index.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Badge } from '../kit/badge.tsx';
import { useStore } from './client-context.ts';

/** Failing to load its texts omits the dot, instead of breaking its parent. */
const Dot = lazy(async () => {
  const isLoaded = await pageTexts().then(
    () => true,
    () => false,
  );
  return { default: isLoaded ? RedDot : () => null };
});

function RedDot() {
  const { t } = useTranslation();
  return <Badge count={1} dot label={t('moments.news')} />;
}

/** Marks new moments since the last visit on any device (MOMENT-7). */
export default function NewsDot() {
  const isNew = useStore(hasMomentNews);
  return (
    isNew && (
      <Suspense fallback={null}>
        <Dot />
      </Suspense>
    )
  );
}
