import { UserRoundPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyAside } from '../../kit/lazy-aside.ts';
import type { Contact } from '../../../client/state/state.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { useMay } from '../../shared/use-may.ts';
import styles from './chat.module.css';
import { useWhenChanged } from '../../kit/use-steady.ts';
import { useLoad } from '../../shared/use-load.ts';

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

/** Join requests; requested again when they changed, or a change may have been missed (GROUP-29). */
export function useJoinRequests({ id, group }: Contact) {
  const { actions } = useClient();
  const isOpen = useStore(({ connection }) => connection.name === 'open' && connection.bound);
  const requests = useLoad(`requests ${id}`, () => actions.joinRequests(id));
  useWhenChanged(() => isOpen && requests.reload(), group, isOpen);
  return requests;
}
