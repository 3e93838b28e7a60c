import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { lazyAside } from '../../../kit/lazy-aside.ts';
import { Row } from '../../../kit/row.tsx';
import { install, mayInstall, onInstallOffer } from '../../../platform/install.ts';

const ServersSheet = lazyAside(() => import('./servers-sheet.tsx'));

export const useMayInstall = (): boolean => useSyncExternalStore(onInstallOffer, mayInstall);

/** Installs the page as an app, where the browser offers that (PHONE-10). */
export function InstallRow({ sign }: { readonly sign: ReactNode }) {
  const { t } = useTranslation();
  const may = useMayInstall();
  if (!may) return null;
  return (
    <Row sign={sign} title={t('appInstall.title')} detail={t('appInstall.what')} value="" onPress={install} />
  );
}

export function ServersRow({ sign }: { readonly sign: ReactNode }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Row sign={sign} title={t('servers.title')} value="" onPress={() => setOpen(true)} />
      <Suspense fallback={null}>{open && <ServersSheet onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
