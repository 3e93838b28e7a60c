import styles from './username.module.css';

/** Username beside a name that is not unique in the list; '': unique (`namesakes.ts`). */
export const Username = ({ of }: { readonly of: string | undefined }) =>
  of !== undefined &&
  of !== '' && (
    <bdi className={styles.username} translate="no">
      {of}
    </bdi>
  );
