import type { ReactNode } from 'react';
import { releaseVersion } from '../../../platform/device.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useStore } from '../../../shared/client-context.ts';
import { ProductMark } from '../../../kit/mark.tsx';
import styles from './frame.module.css';
import { LanguageChoice } from './language-choice.tsx';

/** The page for signed-out users: the language, the form, the operator; on wide windows a chat beside them. */
export function LoginFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { name, logo } = useStore((state) => state.config.sysInfo);
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        <LanguageChoice />
      </header>
      <main className={styles.middle}>
        <div className={styles.card}>
          <div className={styles.head}>
            <span className={styles.mark}>
              {logo === '' ? <ProductMark size={44} /> : <img src={logo} alt="" />}
            </span>
            <h1 className={styles.title}>{title}</h1>
          </div>
          {children}
        </div>
      </main>
      <Scene />
      <footer className={styles.foot}>{t('login.version', { name, version: releaseVersion })}</footer>
    </div>
  );
}

/** What the app looks like, drawn by the style sheet alone; no information for screen readers. */
function Scene() {
  const { t } = useTranslation();
  const lines = [1, 2, 3, 4, 5] as const;
  return (
    <div className={styles.scene} aria-hidden="true">
      <ProductMark size={520} />
      <div className={styles.talk}>
        {lines.map((line) => (
          <p key={line} data-line={line}>
            {t(`login.scene.${line}`)}
          </p>
        ))}
      </div>
    </div>
  );
}
