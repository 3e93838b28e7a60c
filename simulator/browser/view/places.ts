/** Position of a box, measured from the stage. */
export interface BoxPlace {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

export function boxPlaceOf(stage: HTMLElement, kind: 'node' | 'device', name: string): BoxPlace | null {
  const box = stage.querySelector(`[data-${kind}="${CSS.escape(name)}"]`);
  if (box === null) return null;
  const [outer, inner] = [stage.getBoundingClientRect(), box.getBoundingClientRect()];
  return {
    x: inner.left - outer.left + inner.width / 2,
    top: inner.top - outer.top,
    bottom: inner.bottom - outer.top,
  };
}
