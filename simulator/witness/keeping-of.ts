import { keptText } from '../oracle/kept.ts';
import { textOf } from './body.ts';
import type { Requests } from './requests.ts';
import type { Facts, ToldDeed } from './told-deed.ts';

/** The event says which press it was; what was pressed the request says. */
export function keeping(by: number, { name, op }: Facts<'kept'>, at: number, requests: Requests): ToldDeed {
  const body = requests.pick(
    'keep',
    at,
    by,
    (given) => textOf(given['op']) === op && textOf(given['name']) === name,
  );
  const value = body === null ? null : keptText(name, body['value'] ?? null);
  return { deed: { do: 'keep', by, name, value }, asked: body !== null };
}
