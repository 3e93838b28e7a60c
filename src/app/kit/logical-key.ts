import { directionFactor } from './direction.ts';

/** The key of the same meaning on a page that is read from left to right. */
export function logicalKey({ key }: { readonly key: string }): string {
  if (directionFactor() === 1) return key;
  return key === 'ArrowLeft' ? 'ArrowRight' : key === 'ArrowRight' ? 'ArrowLeft' : key;
}
