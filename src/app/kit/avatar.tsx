import { type ReactNode, useEffect, useState } from 'react';
import { useAppSetting } from './app-setting.ts';
import styles from './avatar.module.css';
import { cx } from './class-names.ts';
import { hueOf, initialsOf } from '../../domain/initials.ts';

/** Pictures that a server draws for people without one: the same letters are sharper drawn here. */
const DRAWN = /^\/(?:avatar\/[^/]+\/\d+\/\d+|static\/\w+\.svg)$/;

/** Pictures of groups have gaps, which show the ground. */
const GROUP = /^\/avatar\/group-/;

/**
 * A face: the picture, else initials on a colour that belongs to the id. It is decoration beside a
 * name, so it is hidden from screen readers unless `label` names it.
 */
export function Avatar({
  id,
  name,
  src = '',
  size = 48,
  online = false,
  icon,
  label,
}: {
  readonly id: string | number;
  readonly name: string;
  readonly src?: string;
  readonly size?: 24 | 32 | 36 | 40 | 48 | 64 | 80 | 128;
  readonly online?: boolean;
  /** Drawn instead of initials (system rows). */
  readonly icon?: ReactNode;
  readonly label?: string;
}) {
  const { circleAvatar } = useAppSetting();
  const [failed, setFailed] = useState<string | null>(null);
  // A load that failed offline is tried again (STORE-15).
  useEffect(() => {
    if (failed === null) return undefined;
    const again = () => setFailed(null);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [failed]);
  const picture = src !== '' && !DRAWN.test(src) && failed !== src;
  const letters = initialsOf(name);
  return (
    <span
      className={cx(
        styles.avatar,
        styles[`px${size}`],
        letters.length > 1 && styles.two,
        picture ? !GROUP.test(src) && styles.picture : styles[`hue${hueOf(id)}`],
        circleAvatar && styles.round,
        size < 40 && styles.small,
      )}
      data-letters={picture || icon !== undefined ? undefined : letters}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {picture ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(src)}
        />
      ) : (
        icon
      )}
      {online && <span className={styles.dot} />}
    </span>
  );
}
