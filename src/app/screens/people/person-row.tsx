import type { ReactNode } from 'react';
import { Link } from '../../kit/navigation.ts';
import type { UserId } from '../../../domain/ids.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { pathTo } from '../../paths/paths.ts';
import styles from './people.module.css';

/** A person in a list: the words lead to the person's page, what stands at the end acts by itself. */
export const PersonRow = ({
  id,
  name,
  title = name,
  avatar,
  detail,
  end,
}: {
  readonly id: UserId;
  readonly name: string;
  /** Said instead of the name alone. */
  readonly title?: string;
  readonly avatar: string;
  readonly detail?: string;
  readonly end?: ReactNode;
}) => (
  <li className={styles.person}>
    <Link className={styles.personLink} to={pathTo('userInfo', { id })}>
      <Avatar id={id} name={name} src={avatar} size={48} />
      <span className={styles.personWords}>
        <span className={styles.personName} dir="auto" title={title}>
          {title}
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
