import { useTranslation } from '../../../i18n/use-translation.ts';
import { ProductMark } from '../../../kit/mark.tsx';
import styles from './scene.module.css';

/** A picture of the app: a chat of four with a photo and a reaction. Hidden from screen readers. */
export default function Scene() {
  const { t } = useTranslation();
  return (
    <>
      <span className={styles.mark}>
        <ProductMark size={520} />
      </span>
      <div className={styles.talk}>
        <p>{t('login.scene.1')}</p>
        <Hills />
        <p className={styles.last}>
          {t('login.scene.2')}
          <Portrait look="bun" />
        </p>
        <p className={styles.own}>
          {t('login.scene.3')}
          <span className={styles.reaction}>☕ 2</span>
        </p>
        <p className={styles.last}>
          {t('login.scene.4')}
          <Portrait look="short" />
        </p>
        <p className={styles.last}>
          {t('login.scene.5')}
          <Portrait look="long" />
        </p>
      </div>
    </>
  );
}

const Hills = () => (
  <svg className={styles.hills} viewBox="0 0 300 150" preserveAspectRatio="xMidYMid slice">
    <circle className={styles.sun} cx="218" cy="52" r="22" />
    <path className={styles.far} d="M0 96 44 60l38 28 52-46 54 44 44-22 68 40v46H0Z" />
    <path className={styles.middle} d="M0 112c40-20 76-22 116-8s70 8 108-6 54-8 76 2v50H0Z" />
    <path className={styles.near} d="M0 132c60-18 108-10 162 0s92 0 138-16v34H0Z" />
  </svg>
);

const HAIR = {
  bun: 'M14 21c0-8 4-12 10-12s10 4 10 12c-3-5-6-7-10-7s-7 2-10 7ZM24 3a4 4 0 0 1 0 8 4 4 0 0 1 0-8Z',
  short: 'M14 20c-1-8 4-12 10-12s11 4 10 12c-2-4-3-6-5-7-4 2-10 2-12 1-2 1-3 3-3 6Z',
  long: 'M12 33c-2-16 2-24 12-24s14 8 12 24h-6c3-5 4-11 1-16-4 1-9 0-12-2-4 4-4 12-1 18Z',
} as const;

function Portrait({ look }: { readonly look: keyof typeof HAIR }) {
  return (
    <svg className={styles.portrait} data-look={look} viewBox="0 0 48 48">
      <path className={styles.shirt} d="M6 48c0-10 8-15 18-15s18 5 18 15Z" />
      <path className={styles.skin} d="M20 27h8v7a4 4 0 0 1-8 0ZM24 11a9 10 0 0 1 0 20 9 10 0 0 1 0-20Z" />
      <path className={styles.hair} d={HAIR[look]} />
    </svg>
  );
}
