/**
 * What is asked of the server may be answered late, and an answer moves nobody who has gone on meanwhile
 * (UI-86). Called when one asks; answers a way to see later whether the page of then is still the one that is
 * shown.
 */
export function stillHere(): () => boolean {
  const { hash } = location;
  return () => location.hash === hash;
}
