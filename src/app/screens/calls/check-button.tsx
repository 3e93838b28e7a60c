import { Suspense, useState } from 'react';
import { lazyAside } from '../../kit/lazy-aside.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import styles from './call.module.css';

const CheckSheet = lazyAside(() => import('./check-sheet.tsx'));

/** Opens the check of camera, microphone and speaker. */
export function CheckButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className={styles.plain} onClick={() => setOpen(true)}>
        {t('call.checkDevices')}
      </Button>
      <Suspense fallback={null}>{open && <CheckSheet onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
