import type { ComponentProps } from 'react';
import { groundOf } from '../platform/picture-ground.ts';
import { cx } from './class-names.ts';
import styles from './photo.module.css';

/**
 * A picture of a user. If it is transparent, it gets a ground on which its writing is visible in the theme,
 * as soon as it has loaded (MEDIA-18). `still`: it does not move where the system asks for less motion.
 */
export const Photo = ({
  className,
  still = false,
  ...props
}: ComponentProps<'img'> & { readonly still?: boolean }) => (
  <img
    {...props}
    className={cx(styles.photo, className)}
    onLoad={({ currentTarget }) => {
      void grounded(currentTarget);
      if (still && matchMedia('(prefers-reduced-motion: reduce)').matches) stopped(currentTarget);
    }}
  />
);

/** Shows the present frame of a picture instead of it (EMOJI-6). */
function stopped(picture: HTMLImageElement): void {
  if (picture.src.startsWith('data:')) return;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
  const brush = canvas.getContext('2d');
  if (brush === null) return;
  brush.drawImage(picture, 0, 0);
  picture.src = canvas.toDataURL();
}

async function grounded(picture: HTMLImageElement): Promise<void> {
  const ground = await groundOf(picture);
  if (ground === null) delete picture.dataset['ground'];
  else picture.dataset['ground'] = ground;
}
