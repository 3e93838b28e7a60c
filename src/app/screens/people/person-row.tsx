import type { ReactNode } from 'react';
import { Link } from '../../kit/navigation.ts';
import type { UserId } from '../../../domain/ids.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { pathTo } from '../../paths/paths.ts';
import styles from './people.module.css';

/** A user in a list: the text links to the user's page, the parts at the end act separately. */
export const PersonRow = ({
  id,
  name,
  title,
  avatar,
  detail,
  end,
}: {
  readonly id: UserId;
  readonly name: string;
  /** A sentence in place of the name, shown whole. */
  readonly title?: string | undefined;
  readonly avatar: string;
  readonly detail?: string;
  readonly end?: ReactNode;
}) => (
  <li className={styles.person}>
    <Link className={styles.personLink} to={pathTo('userInfo', { id })}>
      <Avatar id={id} name={name} src={avatar} size={48} />
      <span className={styles.personWords}>
        <span
          className={title === undefined ? styles.personName : styles.personTitle}
          dir="auto"
          title={title ?? name}
        >
          {title ?? name}
        </span>
        {detail !== undefined && detail !== '' && (
          <span className={styles.personDetail} dir="auto">
            {detail}
          </span>
        )}
      </span>
    </Link>
    {end !== undefined && <span className={styles.personEnd}>{end}</span>}
  </li>
);
