import { Suspense, useState } from 'react';
import { lazyAside } from '../../../kit/lazy-aside.ts';
import type { Contact } from '../../../../client/state/state.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Row } from '../../../kit/row.tsx';
import { useStore } from '../../../shared/client-context.ts';
import { useJoinRequests } from '../use-join-requests.ts';
import { useMay } from '../../../shared/use-may.ts';

const LinksSheet = lazyAside(() => import('./links-sheet.tsx'));
const RequestsSheet = lazyAside(() => import('./requests-sheet.tsx'));

/** The ways into the group, for those who lead it (GROUP-24, GROUP-25). */
export function EntranceRows({ contact }: { readonly contact: Contact }) {
  const may = useMay(contact, 'letIn');
  const isPlain = useStore((state) => state.sync.plain);
  return may && !isPlain ? <Rows contact={contact} /> : null;
}

function Rows({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'links' | 'requests' | null>(null);
  const requests = useJoinRequests(contact);
  const close = () => setOpen(null);
  const count = requests.value?.length ?? 0;
  return (
    <>
      <Row title={t('genter.links')} value="" onPress={() => setOpen('links')} />
      <Row
        title={t('genter.requests')}
        value={count === 0 ? '' : String(count)}
        onPress={() => setOpen('requests')}
      />
      <Suspense fallback={null}>
        {open === 'links' && <LinksSheet contact={contact} onClose={close} />}
        {open === 'requests' && <RequestsSheet contact={contact} requests={requests} onClose={close} />}
      </Suspense>
    </>
  );
}
