import { UserRoundPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyAside } from '../../kit/lazy-aside.ts';
import type { Contact } from '../../../client/state/state.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useStore } from '../../shared/client-context.ts';
import { useMay } from '../../shared/use-may.ts';
import styles from './chat.module.css';
import { useJoinRequests } from './use-join-requests.ts';

const RequestsSheet = lazyAside(() => import('./info/requests-sheet.tsx'));

/** How many ask to come in, above the chat, for those who lead it; it opens their list (GROUP-29). */
export function RequestsLine({ contact }: { readonly contact: Contact }) {
  const may = useMay(contact, 'letIn');
  const isPlain = useStore((state) => state.sync.plain);
  return may && !isPlain ? <Line contact={contact} /> : null;
}

function Line({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const requests = useJoinRequests(contact);
  const count = requests.value?.length ?? 0;
  return (
    <>
      {count > 0 && (
        <div className={styles.notice} role="status">
          <button type="button" className={styles.noticeOpen} onClick={() => setOpen(true)}>
            <UserRoundPlus size={18} strokeWidth={1.75} aria-hidden="true" />
            <span className={styles.noticeText}>{t('chat.asking', { count })}</span>
          </button>
        </div>
      )}
      <Suspense fallback={null}>
        {open && <RequestsSheet contact={contact} requests={requests} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
