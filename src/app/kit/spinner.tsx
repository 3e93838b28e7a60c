import styles from './spinner.module.css';

/** Decoration only: its owner adds a text beside it or `aria-busy`. */
export const Spinner = ({ size = 18 }: { readonly size?: number }) => (
  <span className={styles.spinner} style={{ width: size, height: size }} aria-hidden="true" />
);
