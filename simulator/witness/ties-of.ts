import { partners } from '../oracle/state.ts';
import { isOn, number } from './body.ts';
import type { Requests } from './requests.ts';
import type { Facts, ToldDeed, WitnessedEvent } from './told-deed.ts';

/** Blocked or unblocked. */
export function shutOut(
  { stream, facts }: WitnessedEvent & { readonly facts: Facts<'blocked'> },
  at: number,
  requests: Requests,
): ToldDeed {
  const [by, { user: person, on }] = [Number(stream.slice(1)), facts];
  return {
    deed: { do: 'block', by, person, on },
    asked: requests.some(
      'blockperson',
      at,
      by,
      (body) => number(body['id']) === person && isOn(body['on']) === on,
    ),
  };
}

/** The friendship ended. */
export function unfriended(
  { facts }: WitnessedEvent & { readonly facts: Facts<'left'> },
  at: number,
  requests: Requests,
): ToldDeed {
  const [a, b] = partners(facts.of) ?? [0, 0];
  const other = a === facts.by ? b : a;
  return {
    deed: { do: 'unfriend', by: facts.by, with: other },
    asked: requests.some('del', at, facts.by, (body) => number(body['id']) === other),
  };
}
