import type { Body } from '../timeline.ts';

type Extra = Pick<Body, 'extra'>;

/** A field of `extends`, which another client wrote: text or a number, else nothing. */
export function field(body: Extra, name: string): string {
  const value = body.extra?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A number of `extends`, or 0. */
export function amount(body: Extra, name: string): number {
  const value = Number(field(body, name));
  return Number.isFinite(value) ? value : 0;
}
