import type { ReactNode } from 'react';
import { useNavigate } from '../../../kit/navigation.ts';
import { Avatar } from '../../../kit/avatar.tsx';
import styles from './chat-info.module.css';

export const PersonTile = ({
  id,
  name,
  avatar,
  onPress,
}: {
  readonly id: number | string;
  readonly name: string;
  readonly avatar: string;
  readonly onPress: () => void;
}) => (
  <li>
    <button type="button" className={styles.tile} onClick={onPress}>
      <Avatar id={id} name={name} src={avatar} size={48} />
      <span className={styles.tileName} title={name} dir="auto">
        {name}
      </span>
    </button>
  </li>
);

/** An action in the shape of a tile: add, remove. `name` is the full text for screen readers. */
export function WayTile({
  label,
  name = label,
  icon,
  to,
}: {
  readonly label: string;
  readonly name?: string;
  readonly icon: ReactNode;
  readonly to: string;
}) {
  const navigate = useNavigate();
  return (
    <li>
      <button
        type="button"
        className={styles.tile}
        aria-label={name}
        title={name}
        onClick={() => void navigate(to)}
      >
        <span className={styles.way}>{icon}</span>
        <span className={styles.tileName}>{label}</span>
      </button>
    </li>
  );
}
