import '../kit/app-tokens.css';
import type { Addresses } from '../../client/browser/addresses.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { ProductMark } from '../kit/mark.tsx';
import styles from './altered-page.module.css';

/** The host that this build was made for was changed: no request is sent (PHONE-6). */
export function AlteredPage({ addresses }: { readonly addresses: Addresses }) {
  const { t } = useTranslation();
  return (
    <main className={styles.page}>
      <ProductMark size={56} />
      <div role="alert">
        <h1>{t('phone.altered')}</h1>
        <p>{t('phone.alteredText')}</p>
        <p className={styles.facts}>
          {t('phone.alteredFacts', { base: String(addresses.base), socket: String(addresses.socket) })}
        </p>
      </div>
    </main>
  );
}
