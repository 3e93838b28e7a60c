/**
 * Answers of the server may be late, and must not move a user who has navigated since (UI-86). Called with
 * the request; returns a function that checks whether the same page is still shown.
 */
export function stillHere(): () => boolean {
  const { hash } = location;
  return () => location.hash === hash;
}
