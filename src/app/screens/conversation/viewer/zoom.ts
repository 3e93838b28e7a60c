/** Position of a picture in the viewer: its scale, and its centre's distance from the view's, in px. */
export interface PictureView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const WHOLE: PictureView = { scale: 1, x: 0, y: 0 };
export const ZOOM_MAX = 6;
const CLOSE = 1.02;

export interface ViewBox {
  readonly width: number;
  readonly height: number;
}

/** Zooms around `point` (from the view's middle), which stays in place (MEDIA-6). */
export function zoomAt(
  view: PictureView,
  factor: number,
  point: { readonly x: number; readonly y: number },
  box: ViewBox,
): PictureView {
  const scale = Math.min(ZOOM_MAX, Math.max(1, view.scale * factor));
  if (scale < CLOSE) return WHOLE;
  const grown = scale / view.scale;
  return keepInside(
    { scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown },
    box,
  );
}

export const panned = (view: PictureView, dx: number, dy: number, box: ViewBox): PictureView =>
  keepInside({ ...view, x: view.x + dx, y: view.y + dy }, box);

/** A picture cannot be dragged out of the view. */
function keepInside(view: PictureView, { width, height }: ViewBox): PictureView {
  const most = (px: number) => ((view.scale - 1) * px) / 2;
  return { scale: view.scale, x: within(view.x, most(width)), y: within(view.y, most(height)) };
}

const SWIPE_PX = 56;
const PULL_PX = 96;

/** The effect of a release after dragging a whole picture. */
export function swipeOf(dx: number, dy: number): 'next' | 'prev' | 'close' | null {
  if (Math.abs(dx) > Math.abs(dy)) return dx <= -SWIPE_PX ? 'next' : dx >= SWIPE_PX ? 'prev' : null;
  return dy >= PULL_PX ? 'close' : null;
}

const within = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value));
