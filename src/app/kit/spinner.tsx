import styles from './spinner.module.css';

/** Decoration: whoever waits says so in words beside it or with `aria-busy`. */
export const Spinner = ({ size = 18 }: { readonly size?: number }) => (
  <span className={styles.spinner} style={{ width: size, height: size }} aria-hidden="true" />
);
