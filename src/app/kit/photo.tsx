import type { ComponentProps } from 'react';
import { groundOf } from '../platform/picture-ground.ts';
import { cx } from './class-names.ts';
import styles from './photo.module.css';

/**
 * A picture of a user. If it is transparent, it gets a ground on which its writing is visible in the theme,
 * as soon as it has loaded (MEDIA-18).
 */
export const Photo = ({ className, ...props }: ComponentProps<'img'>) => (
  <img
    {...props}
    className={cx(styles.photo, className)}
    onLoad={({ currentTarget }) => void grounded(currentTarget)}
  />
);

async function grounded(picture: HTMLImageElement): Promise<void> {
  const ground = await groundOf(picture);
  if (ground === null) delete picture.dataset['ground'];
  else picture.dataset['ground'] = ground;
}
