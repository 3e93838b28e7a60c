import styles from './username.module.css';

/** Beside a name that another user in the list has, too; '': no other has it (`namesakes.ts`). */
export const Username = ({ of }: { readonly of: string | undefined }) =>
  of !== undefined &&
  of !== '' && (
    <bdi className={styles.username} translate="no">
      {of}
    </bdi>
  );
