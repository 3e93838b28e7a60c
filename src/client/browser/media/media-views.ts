import type { MediaView } from '../../../ports/media.ts';

/**
 * What is behind the views of a call: the adapter of the media port registers its streams here, and the
 * page that shows them looks them up. The core between them passes only the handle on.
 */
const streams = new WeakMap<MediaView, MediaStream>();

/** The same stream gives the same view, so that a page that shows it need not begin anew. */
const views = new WeakMap<MediaStream, MediaView>();

export function viewOf(stream: MediaStream): MediaView {
  const known = views.get(stream);
  if (known !== undefined) return known;
  const view: MediaView = { id: stream.id };
  views.set(stream, view);
  streams.set(view, stream);
  return view;
}

/** Null for a view of another port: a script or a simulator shows no pictures. */
export const mediaStreamOf = (view: MediaView | null): MediaStream | null =>
  view === null ? null : (streams.get(view) ?? null);
