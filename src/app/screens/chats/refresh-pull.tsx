import { ArrowDown } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { cx } from '../../kit/class-names.ts';
import { useClient } from '../../shared/client-context.ts';
import { Spinner } from '../../kit/spinner.tsx';
import { usePull } from '../../kit/use-pull.ts';
import styles from './bars.module.css';

/** Shown above the list while a finger pulls it, and during the refresh. */
export default function RefreshPull({ area }: { readonly area: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    await actions.refreshContacts();
    setBusy(false);
  };
  const pull = usePull(area, () => void refresh());
  if (pull.px === 0 && !busy) return null;
  return (
    <div className={styles.pull} style={{ height: busy ? 48 : pull.px }} role="status">
      {busy ? (
        <Spinner size={18} />
      ) : (
        <ArrowDown
          size={18}
          strokeWidth={2}
          aria-hidden="true"
          className={cx(pull.enough && styles.enough)}
        />
      )}
      <span>
        {t(busy ? 'home.refreshing' : pull.enough ? 'home.releaseToRefresh' : 'home.pullToRefresh')}
      </span>
    </div>
  );
}
