import type { ReactNode } from 'react';
import styles from './kit-page.module.css';

/** A part of the kit under its name, in a row of its states. */
export const KitPart = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles.part}>
    <h3>{name}</h3>
    <div className={styles.states}>{children}</div>
  </div>
);

/** A part that takes the whole width. */
export const WholePart = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles.part}>
    <h3>{name}</h3>
    <div className={styles.whole}>{children}</div>
  </div>
);

export const KitSection = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={styles.section}>
    <h2>{title}</h2>
    {children}
  </section>
);
