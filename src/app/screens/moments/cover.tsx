import styles from './moments.module.css';

/** Hills at daybreak, in the colours of the theme. Decorative. */
export const Cover = () => (
  <svg className={styles.hills} viewBox="0 0 640 200" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <circle className={styles.sun} cx="470" cy="104" r="46" />
    <path className={styles.far} d="M0 132 82 92l74 34 92-62 96 58 76-30 100 44 120-40v116H0Z" />
    <path className={styles.middle} d="M0 160c70-38 130-44 196-22s118 20 184-4 150-40 260-2v80H0Z" />
    <path className={styles.near} d="M0 176c96-30 190-20 286 0s214-4 354-30v54H0Z" />
  </svg>
);
