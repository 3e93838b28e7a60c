import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { releaseVersion } from '../../../platform/device.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useStore } from '../../../shared/client-context.ts';
import { ProductMark } from '../../../kit/mark.tsx';
import styles from './frame.module.css';
import { LanguageChoice } from './language-choice.tsx';

/** The page for signed-out users: the language, the form, the operator; a chat beside or below them. */
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

/** Beside the form, below it on a phone: loaded after the first paint, because nothing depends on it (UI-191). */
function Scene() {
  const [Drawn, setDrawn] = useState<ComponentType | null>(null);
  useEffect(() => {
    import('./scene.tsx').then(
      ({ default: drawn }) => setDrawn(() => drawn),
      () => undefined,
    );
  }, []);
  return (
    <div className={styles.scene} aria-hidden="true">
      {Drawn && <Drawn />}
    </div>
  );
}
