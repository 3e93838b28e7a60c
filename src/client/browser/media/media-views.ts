import type { MediaView } from '../../../ports/media.ts';

/**
 * Streams behind the views of a call. The adapter of the media port registers them here, and the page that
 * shows them looks them up; the core passes only the handle.
 */
const streams = new WeakMap<MediaView, MediaStream>();

/** Returns the same view for the same stream, so that the page does not restart playback. */
const views = new WeakMap<MediaStream, MediaView>();

export function viewOf(stream: MediaStream): MediaView {
  const cached = views.get(stream);
  if (cached !== undefined) return cached;
  const view: MediaView = { id: stream.id };
  views.set(stream, view);
  streams.set(view, stream);
  return view;
}

/** Null for a view of another port: a script or a simulator shows no pictures. */
export const mediaStreamOf = (view: MediaView | null): MediaStream | null =>
  view === null ? null : (streams.get(view) ?? null);
