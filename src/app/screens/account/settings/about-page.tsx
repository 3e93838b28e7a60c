import { releaseVersion } from '../../../platform/device.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { useStore } from '../../../shared/client-context.ts';
import { ProductMark } from '../../../kit/mark.tsx';
import { Page } from '../../../kit/page.tsx';
import { Row, RowList } from '../../../kit/row.tsx';
import { TopBar } from '../../../shared/top-bar.tsx';
import styles from './mine.module.css';
import { useUpdate } from './use-update.ts';
import { PATHS } from '../../../paths/paths.ts';

const FEATURES = ['about.feat1', 'about.feat2', 'about.feat3', 'about.feat4'] as const;

/** `/pages/mine/about` The product, its version, and available updates. */
export default function AboutPage() {
  const { t } = useTranslation();
  const name = useStore((state) => state.config.sysInfo.name);
  const description = useStore((state) => state.config.sysInfo.description);
  const update = useUpdate();
  return (
    <Page cards bar={<TopBar title={t('title.about')} />}>
      <section className={styles.about}>
        <ProductMark size={64} />
        <h2>{name}</h2>
        <p>{t('about.version', { version: releaseVersion })}</p>
        {description !== '' && <p>{description}</p>}
      </section>
      <ul className={styles.feats}>
        {FEATURES.map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ul>
      <Button block busy={update.busy} onClick={() => update.check(true)}>
        {t('about.check')}
      </Button>
      <RowList>
        <Row title={t('title.doc')} to={PATHS.doc} />
      </RowList>
    </Page>
  );
}
