import type { State } from './state.ts';

/** The preference for link cards, as shown; null: never chosen (PREVIEW-12). */
export function previewsChosen({ kept, pending }: State): boolean | null {
  const wished = pending.keep.get('previews')?.value;
  return (wished && 'on' in wished ? wished.on : kept.previews) ?? null;
}
